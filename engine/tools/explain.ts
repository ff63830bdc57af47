/** Explains a node of a screen, fragment or app file: its meaning, the rule that applies to it, and its properties. */
import type { Project } from '../language/project.ts';
import { pointerPath, type Source } from '../language/source.ts';
import { grammarOf, nameKindOf, type LanguageSchema } from '../language/structure.ts';
import { meaningOf } from './names.ts';

export interface Held {
  name: string;
  /** `text`, `list`, `table | form`, `a path`. */
  type: string;
  required: boolean;
  /** Whether the node has it. */
  there: boolean;
  meaning: string;
}

export interface Explanation {
  /** The node itself, or the nearest existing ancestor when the pointer does not resolve. */
  pointer: string;
  what: string;
  meaning: string;
  /** Number of the rule in docs/screen-language.md. */
  rule: number;
  value: unknown;
  /** What the text refers to, if it is a name. */
  named?: string;
  holds: Held[];
}

/** Rules of docs/screen-language.md. */
export const RULES: Record<number, string> = {
  1: 'One file, one screen.',
  2: 'A small closed set of views',
  3: 'Bound to the API by name.',
  4: 'Typed against the API.',
  5: 'Named scopes only.',
  6: 'Conditions and computed values are CEL',
  7: 'Actions are one closed grammar',
  8: 'One meaning of hidden.',
  9: 'Forms are the request schema plus layout.',
  10: 'Versioned.',
};

export function explain({ catalogue }: Project, source: Source, pointer: string): Explanation | undefined {
  const { language } = catalogue;
  const root = source.file.endsWith('.fragment.json')
    ? language.fragment
    : source.file.endsWith('app.json')
      ? language.app
      : language.screen;
  const nodes = grammarOf(source, root);
  let at = pointer;
  while (!nodes.has(at) && at) at = at.slice(0, at.lastIndexOf('/'));
  const chain = nodes.get(at);
  if (!chain) return undefined;
  const value = valueAt(source.value, at);
  const kind = chain.map(nameKindOf).findLast(Boolean);
  const named = kind && typeof value === 'string' ? meaningOf(catalogue, kind, value) : undefined;
  return {
    pointer: at,
    what: chain.findLast(({ title }) => title)?.title ?? String(pointerPath(at).at(-1) ?? 'file'),
    meaning: [...new Set(chain.flatMap(({ description }) => description ?? []))].join('. '),
    rule: ruleOf(at, nodes),
    value,
    ...(named && { named }),
    holds: holdsOf(chain.at(-1)!, root, value),
  };
}

const valueAt = (value: unknown, pointer: string) =>
  pointerPath(pointer).reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    value,
  );

const BY_NAME: Record<string, number> = { operation: 3, condition: 6, expression: 6, value: 6 };
const BY_PROPERTY: Record<string, number> = {
  language: 10,
  whenHidden: 8,
  visibleWhen: 8,
  input: 5,
  query: 5,
  state: 5,
  records: 5,
  source: 3,
};
const BY_TITLE: [RegExp, number][] = [
  [/Action$/, 7],
  [/^(FormView|Field|Section|Panes|Inset|Submit)$/, 9],
  [/View$/, 2],
  [/^Expr$/, 6],
  [/Filter$|^(Column|Detail)$/, 4],
];

/** The rule of the node, else of its nearest ancestor; the file itself is a screen. */
function ruleOf(pointer: string, nodes: ReadonlyMap<string, LanguageSchema[]>): number {
  for (let at = pointer; at; at = at.slice(0, at.lastIndexOf('/'))) {
    const property = BY_PROPERTY[String(pointerPath(at).at(-1))];
    if (property) return property;
    for (const one of nodes.get(at)?.toReversed() ?? []) {
      const { title = '' } = one;
      const name = nameKindOf(one);
      if (name) return BY_NAME[name] ?? 4;
      const found = BY_TITLE.find(([pattern]) => pattern.test(title));
      if (found) return found[1];
    }
  }
  return 1;
}

function holdsOf(schema: LanguageSchema, root: LanguageSchema, value: unknown): Held[] {
  return Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const target = resolve(one, root);
    return {
      name,
      type: takenBy(one, root),
      required: schema.required?.includes(name) ?? false,
      there: typeof value === 'object' && value !== null && name in value,
      meaning: one.description ?? target.description ?? '',
    };
  });
}

const resolve = (schema: LanguageSchema, root: LanguageSchema): LanguageSchema =>
  schema.$ref ? (root.definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {}) : schema;

const TYPES: Record<string, string> = { string: 'text', array: 'list', object: 'object' };

/** Descriptions by `x-kind`; other properties are described by their type. */
const KINDS: Record<string, string> = {
  text: 'text',
  condition: 'condition',
  value: 'value',
  icon: 'icon',
  permissions: 'list of permissions',
  view: 'view',
  action: 'action',
  button: 'action with a label',
  rowAction: 'action, or cases',
  actions: 'list of actions',
  buttons: 'list of actions with labels',
};

/** Descriptions by definition, for references without a kind. */
const REFERRED: Record<string, string> = {
  Text: 'text',
  Condition: 'condition',
  Value: 'value',
  View: 'view',
};

/** Describes what a property accepts, in the terms of its marks. */
export const takenBy = (property: LanguageSchema, root: LanguageSchema): string =>
  KINDS[property['x-kind'] ?? ''] ??
  REFERRED[property.$ref?.replace('#/definitions/', '') ?? ''] ??
  typeOf(resolve(property, root), root);

function typeOf(schema: LanguageSchema, root: LanguageSchema): string {
  const name = nameKindOf(schema);
  if (name) return `a ${name}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.oneOf)
    return [...new Set(schema.oneOf.map((one) => typeOf(resolve(one, root), root)))].join(' | ');
  const type = String(schema.type ?? 'any value');
  return schema.title ?? TYPES[type] ?? type;
}
