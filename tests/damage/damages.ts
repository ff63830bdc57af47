/** A seeded stream of damaged files of a product: of every kind, in every way. */
import type { ProjectFiles } from '../../engine/language/project.ts';
import type { SourceFile } from '../../engine/language/source.ts';
import type { Random } from '../../server/core/random.ts';
import { TEXTS, WAYS, placesOf, type Part } from './ways.ts';

export type Kind = Exclude<keyof ProjectFiles, 'language' | 'icons'>;

export interface Damaged {
  kind: Kind;
  file: string;
  /** `removed at /view/columns/2`. */
  what: string;
  text: string;
}

/** How often each kind of file is damaged. */
const KINDS: [Kind, number][] = [
  ['screens', 52],
  ['fragments', 5],
  ['api', 16],
  ['manifests', 8],
  ['locales', 9],
  ['permissions', 4],
  ['app', 6],
];
/** This many of a hundred damages change the text. */
const OF_TEXT = 20;

export const filesOf = (files: ProjectFiles, kind: Kind): SourceFile[] => [files[kind]].flat();

/** Returns one damaged file; when the text is unchanged, another place is tried. */
export function damage(files: ProjectFiles, random: Random): Damaged {
  for (;;) {
    const kind = random.weighted(KINDS.filter(([one]) => filesOf(files, one).length > 0));
    const { file, text } = random.pick(filesOf(files, kind));
    const done = random.chance(OF_TEXT / 100) ? inText(text, random) : inJson(text, random);
    if (done && done.text !== text) return { kind, file, ...done };
  }
}

function inText(text: string, random: Random): Pick<Damaged, 'what' | 'text'> {
  const [what, change] = random.pick(Object.entries(TEXTS));
  return { what, text: change(text, random) };
}

function inJson(text: string, random: Random): Pick<Damaged, 'what' | 'text'> | undefined {
  const done = damagedPart(JSON.parse(text), random);
  return done && { what: done.what, text: JSON.stringify(done.value, null, 2) ?? '' };
}

/** Damages one place of a value; changes the given value. */
export function damagedPart(value: unknown, random: Random): { what: string; value: unknown } | undefined {
  const root: Part = { '': value };
  const places = placesOf(root);
  const [name, way] = random.pick(Object.entries(WAYS));
  // Ways that apply only to lists or numbers find a place within some tries.
  for (let tries = 0; tries < 20; tries++) {
    const place = random.pick(places);
    if (way(place, random, places))
      return { what: `${name} at ${place.pointer.slice(1) || 'the root'}`, value: root[''] };
  }
  return undefined;
}

/** The product with these files replaced. */
export function withFiles(files: ProjectFiles, damaged: readonly Damaged[]): ProjectFiles {
  const texts = new Map(damaged.map(({ file, text }) => [file, text]));
  // Unchanged files are parsed once: the cache is keyed by the object.
  const put = (one: SourceFile): SourceFile => {
    const text = texts.get(one.file);
    return text === undefined ? one : { file: one.file, text };
  };
  return {
    ...files,
    app: put(files.app),
    permissions: put(files.permissions),
    screens: files.screens.map(put),
    fragments: files.fragments.map(put),
    api: files.api.map(put),
    manifests: files.manifests.map(put),
    locales: files.locales.map(put),
  };
}
