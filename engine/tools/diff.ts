/**
 * The difference between two states of a project, in terms of the screen language: a column added, a gate widened.
 * Pure, so that a review on the command line and the workshop in the browser show the same.
 */
import type { Project } from '../language/project.ts';
import { pointerOf } from '../language/source.ts';
import { inOrder, quoted, type Change } from './change.ts';
import { gateChanges, openings } from './gates.ts';
import { itemsOf, type Named } from './items.ts';

type Compared = Pick<Project, 'entries' | 'catalogue'>;
type Path = (string | number)[];

export function diffProjects(before: Compared, after: Compared): Change[] {
  return inOrder([
    ...gateChanges(before, after),
    ...fileChanges(filesOf(before), filesOf(after)),
    ...nameChanges(operationsOf(before), operationsOf(after)),
    ...textChanges(before, after),
  ]);
}

interface Written {
  file: string;
  /** `screen`, `fragment`, `operation`. */
  kind: string;
  name: string;
  value: unknown;
}

function filesOf({ catalogue }: Compared): Written[] {
  const { screens, fragments } = catalogue;
  return [
    ...[...screens].map(([name, { source }]) => ({ ...source, kind: 'screen', name })),
    ...[...fragments].map(([name, { source }]) => ({ ...source, kind: 'fragment', name })),
  ];
}

function operationsOf({ catalogue }: Compared): Written[] {
  return [...catalogue.api.operations.values()].map(({ id, file }) => ({
    file,
    kind: 'operation',
    name: id,
    value: undefined,
  }));
}

/** Files that exist in only one of the two states. */
function nameChanges(before: readonly Written[], after: readonly Written[]): Change[] {
  const without = (all: readonly Written[], others: readonly Written[], kind: 'added' | 'removed') =>
    all
      .filter((one) => !others.some((other) => other.kind === one.kind && other.name === one.name))
      .map((one): Change => ({
        kind,
        file: one.file,
        pointer: '',
        of: one.name,
        text: `${one.kind} ${kind}`,
      }));
  return [...without(before, after, 'removed'), ...without(after, before, 'added')];
}

function fileChanges(before: readonly Written[], after: readonly Written[]): Change[] {
  const within = after.flatMap((one) => {
    const old = before.find((other) => other.kind === one.kind && other.name === one.name);
    if (!old) return [];
    const of = one.kind === 'screen' ? one.name : `${one.kind} ${one.name}`;
    const found: Change[] = [];
    compare({ of, files: [old.file, one.file], found }, { value: old.value, path: [] }, one.value, []);
    return found;
  });
  return [...nameChanges(before, after), ...within];
}

interface Walk {
  of: string;
  /** File names before and after. */
  files: [string, string];
  found: Change[];
  /** Named items that contain the change: `column "type"`. */
  around?: string[];
}

interface Old {
  value: unknown;
  path: Path;
}

/** Properties that this walk skips: `gateChanges` reports gates of whole screens, with what they inherit. */
const TOLD = new Set(['$schema', 'id', 'access', 'instanceTypes', 'public']);

function compare(walk: Walk, old: Old, value: unknown, path: Path): void {
  if (JSON.stringify(old.value) === JSON.stringify(value)) return;
  const property = String(path.at(-1) ?? '');
  if (property === 'access' && isTexts(old.value ?? []) && isTexts(value ?? []))
    return openings((old.value ?? []) as string[], (value ?? []) as string[], 'everyone on the page').forEach(
      (opening) => note(walk, opening.kind, opening.text, path),
    );
  if (Array.isArray(old.value) && Array.isArray(value)) return compareLists(walk, old, value, path);
  if (isObject(old.value) && isObject(value)) return compareObjects(walk, old, value, path);
  const place = placeOf(path);
  if (old.value === undefined) note(walk, 'added', `${place} added: ${quoted(value)}`, path);
  else if (value === undefined) note(walk, 'removed', `${place} removed: ${quoted(old.value)}`, old.path);
  else note(walk, 'changed', `${place} ${quoted(old.value)} → ${quoted(value)}`, path);
}

function compareObjects(walk: Walk, old: Old, value: Record<string, unknown>, path: Path): void {
  const before = old.value as Record<string, unknown>;
  if (path.at(-1) === 'view' && before['type'] !== value['type'])
    return note(walk, 'changed', `view ${String(before['type'])} → ${String(value['type'])}`, path);
  for (const key of new Set([...Object.keys(before), ...Object.keys(value)])) {
    if (!path.length && TOLD.has(key)) continue;
    compare(walk, { value: before[key], path: [...old.path, key] }, value[key], [...path, key]);
  }
}

function compareLists(walk: Walk, old: Old, value: readonly unknown[], path: Path): void {
  const property = String(path.at(-1) ?? '');
  const before = itemsOf(old.value as unknown[], property);
  const after = itemsOf(value, property);
  const same = (one: Named, others: readonly Named[]) =>
    others.find((other) => other.name === one.name && other.noun === one.noun);
  const kept = before.filter((one) => same(one, after));
  for (const one of before)
    if (!kept.includes(one)) note(walk, 'removed', `${titleOf(one)} removed`, [...old.path, ...one.path]);
  for (const one of after) {
    const known = same(one, before);
    const at = [...path, ...one.path];
    if (!known) note(walk, 'added', `${titleOf(one)} added`, at);
    else {
      const inner = { ...walk, around: [...(walk.around ?? []), titleOf(one)] };
      compare(inner, { value: known.value, path: [...old.path, ...known.path] }, one.value, at);
    }
  }
  const names = (items: readonly Named[]) => items.map(({ name }) => name);
  const order = names(after.filter((one) => same(one, before)));
  if (order.join() !== names(kept).join())
    note(walk, 'changed', `order of ${property}: ${order.join(', ')}`, path);
}

/** The properties below the nearest list item: `source.operation`. */
function placeOf(path: Path): string {
  const below = path.slice(path.findLastIndex((part) => typeof part === 'number') + 1);
  return (below[0] === 'view' && below.length > 1 ? below.slice(1) : below).join('.');
}

const titleOf = ({ noun, name }: Named) => `${noun} "${name}"`;

function note({ of, files, found, around = [] }: Walk, kind: Change['kind'], text: string, path: Path): void {
  const file = kind === 'removed' ? files[0] : files[1];
  found.push({ kind, file, pointer: pointerOf(...path), of, text: [...around, text].join(': ') });
}

/** Changed texts; missing and unused texts are reported by the checker. */
function textChanges(before: Compared, after: Compared): Change[] {
  return after.catalogue.locales.flatMap(({ name, texts }) => {
    const old = before.catalogue.locales.find((one) => one.name === name)?.texts;
    return [...texts].flatMap(([key, { text, source, pointer }]): Change[] => {
      const was = old?.get(key)?.text;
      if (was === undefined || was === text) return [];
      const change = `${name} ${quoted(was)} → ${quoted(text)}`;
      return [{ kind: 'changed', file: source.file, pointer, of: `text ${key}`, text: change }];
    });
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
