/** Wrong edits of a screen's config that stay valid: a part is removed, duplicated or changed. */
import type { Random } from '../../../server/core/random.ts';
import { readProject } from '../../../engine/build/project.ts';
import { compileProject, type Project, type ProjectFiles } from '../../../engine/language/project.ts';
import { project } from '../walk/visits.ts';

type Json = Record<string, unknown>;

export interface Mutant {
  screen: string;
  /** `column removed at /view/columns/2`. */
  what: string;
  project: Project;
}

interface Edit {
  what: string;
  /** Changes the copy of a config that it receives. */
  apply(config: Json): void;
}

/** What an item of each list is called; a new item is a button, or a copy of an item under another label. */
const LISTS: Record<string, string> = {
  columns: 'column',
  filters: 'filter',
  toolbar: 'button',
  rowActions: 'button',
  bulk: 'button',
  buttons: 'button',
  actions: 'button',
  tabs: 'tab',
  panes: 'tab',
  access: 'permission',
};

const { permissions, locales } = project.catalogue;

/** Texts without parameters that are unique, so that any can replace another and the difference is visible. */
const KEYS = [...locales[0]!.texts]
  .filter(
    ([, { text }], i, all) => !text.includes('{{') && all.findIndex(([, one]) => one.text === text) === i,
  )
  .map(([key]) => key);

const files: ProjectFiles = readProject({ root: '.' });

/** Valid mutants in an order set by the random numbers; what the checker refuses never reaches a browser. */
export function* mutants(random: Random): Generator<Mutant> {
  const candidates = files.screens.flatMap((file) => {
    const config = JSON.parse(file.text) as Json;
    return editsOf(config, random).map((edit) => ({ file, config, edit }));
  });
  const shuffled = candidates
    .map((one) => ({ ...one, turn: random.next() }))
    .toSorted((a, b) => a.turn - b.turn);
  for (const { file, config, edit } of shuffled) {
    const copy = structuredClone(config);
    edit.apply(copy);
    const screens = files.screens.map((one) => (one === file ? { ...one, text: JSON.stringify(copy) } : one));
    const mutated = compileProject({ ...files, screens });
    if (mutated.diagnostics.every(({ severity }) => severity !== 'error'))
      yield { screen: String(config['id']), what: edit.what, project: mutated };
  }
}

function editsOf(config: Json, random: Random): Edit[] {
  const edits: Edit[] = [];
  const walk = (node: unknown, path: (string | number)[]) => {
    if (!node || typeof node !== 'object') return;
    const noun = LISTS[String(path.at(-1))];
    if (noun && Array.isArray(node) && node.length) edits.push(...listEdits(node, path, noun, random));
    for (const [key, inner] of Object.entries(node))
      walk(inner, [...path, Array.isArray(node) ? Number(key) : key]);
  };
  walk(config, []);
  return [...edits, ...tabEdits(config, random)];
}

const at = (root: Json, path: readonly (string | number)[]) =>
  path.reduce<unknown>((inner, key) => (inner as Json)[key], root) as unknown[];

function listEdits(list: unknown[], path: (string | number)[], noun: string, random: Random): Edit[] {
  const place = `at /${path.join('/')}`;
  const i = random.int(0, list.length - 1);
  const edit = (verb: string, change: (items: unknown[]) => void): Edit => ({
    what: `${noun} ${verb} ${place}/${i}`,
    apply: (config) => change(at(config, path)),
  });
  const other = renamed(list, i, noun, random);
  const more = noun === 'button' ? { refresh: true, label: random.pick(KEYS) } : other;
  return [
    edit('removed', (items) => items.splice(i, 1)),
    ...(other === undefined ? [] : [edit('renamed', (items) => (items[i] = other))]),
    ...(more === undefined ? [] : [edit('added', (items) => items.push(more))]),
  ];
}

/** The same item under another label; for a permission, another permission. */
function renamed(list: readonly unknown[], i: number, noun: string, random: Random): unknown {
  if (noun === 'permission') return random.pick(permissions.filter((one) => !list.includes(one)));
  const item = list[i];
  if (typeof item === 'string') return { field: item, label: random.pick(KEYS) };
  if (!item || typeof item !== 'object' || 'use' in item) return undefined;
  const id = 'id' in item ? { id: `${String(item.id)}2` } : {};
  return { ...item, ...id, label: random.pick(KEYS) };
}

/** A tab with its own address is a property of its screen. */
function tabEdits({ tab }: Json, random: Random): Edit[] {
  if (!tab) return [];
  const label = random.pick(KEYS);
  return [
    { what: 'tab removed at /tab', apply: (config) => delete config['tab'] },
    { what: 'tab renamed at /tab', apply: (config) => (config['tab'] = { ...tab, label }) },
  ];
}
