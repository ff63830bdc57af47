/** The names allowed where the grammar expects a name, from the compiler's catalogue. */
import { argumentsOf, rowsOf } from '../language/calls.ts';
import type { Catalogue, Manifest } from '../language/catalogue.ts';
import type { JsonSchema } from '../language/schema.ts';
import { describeType, followPath, memberNames } from '../language/types.ts';

export interface Name {
  name: string;
  /** Description in one line. */
  note: string;
}

/** The edited file: its kind, and the id of its screen in the catalogue. */
export interface Written {
  kind: 'screen' | 'fragment' | 'locale' | 'app';
  screen?: string;
}

export type Value = Record<string, unknown>;

/** `around`: the objects around the place in the file, nearest first. */
export function namesOf(kind: string, catalogue: Catalogue, around: readonly Value[]): Name[] {
  const { api, screens, permissions, icons, groups, locales } = catalogue;
  switch (kind) {
    case 'operation':
      return [...api.operations.values()].map(({ id, method, path }) => ({
        name: id,
        note: `${method} ${path}`,
      }));
    case 'dictionary':
      return [...api.dictionaries.values()].map(({ id, operation }) => ({ name: id, note: operation }));
    case 'permission':
      return permissions.map((name) => ({ name, note: '' }));
    case 'screen':
      return [...screens].map(([name, { config, source }]) => ({ name, note: config.route ?? source.file }));
    case 'icon':
      return icons.map((name) => ({ name, note: '' }));
    case 'group':
      return groups.map((name) => ({ name, note: '' }));
    case 'key':
      return [...(locales[0]?.texts ?? [])].map(([name, { text }]) => ({ name, note: text }));
    case 'cell':
    case 'field':
    case 'picker':
    case 'widget':
      return manifestsOf(catalogue, kind).map(({ name, title }) => ({ name, note: title ?? '' }));
    case 'record':
      return Object.keys((around.at(-1)?.['records'] as Value | undefined) ?? {}).map((name) => ({
        name,
        note: '',
      }));
    case 'parameter':
      return parametersAround(catalogue, around);
    case 'path':
      return pathsAround(catalogue, around);
    default:
      return [];
  }
}

const manifestsOf = ({ manifests }: Catalogue, kind: string) =>
  [...manifests.values()].filter((one) => one.kind === kind) as (Manifest & { title?: string })[];

function operationAround({ api }: Catalogue, around: readonly Value[]) {
  for (const value of around) {
    const source = (value['source'] ?? value['submit'] ?? value) as Value;
    const operation = api.operations.get(String(source['operation'] ?? source['call']));
    if (operation) return { operation, sends: value['submit'] !== undefined };
  }
  return undefined;
}

function parametersAround(catalogue: Catalogue, around: readonly Value[]): Name[] {
  const found = operationAround(catalogue, around);
  const { schemas } = catalogue.api;
  const known = found ? argumentsOf(found.operation, schemas) : {};
  return Object.entries(known).map(([name, { type }]) => ({ name, note: describeType(type, schemas) }));
}

/** Members of what the nearest operation returns, or accepts in a form, and of nested objects one level down. */
function pathsAround(catalogue: Catalogue, around: readonly Value[]): Name[] {
  const found = operationAround(catalogue, around);
  if (!found) return [];
  const { schemas } = catalogue.api;
  const { operation, sends } = found;
  const type = sends ? operation.body : (rowsOf(operation, schemas)?.row ?? operation.reply);
  return type
    ? membersOf(type, catalogue, 2).map((path) => ({
        name: path.join('.'),
        note: noteOf(type, path, catalogue),
      }))
    : [];
}

function membersOf(type: JsonSchema, catalogue: Catalogue, depth: number): string[][] {
  const { schemas } = catalogue.api;
  if (depth === 0) return [];
  return memberNames(type, schemas).flatMap((name) => {
    const own = followPath(type, [name], schemas).type;
    const inner = own ? membersOf(own, catalogue, depth - 1) : [];
    return [[name], ...inner.map((path) => [name, ...path])];
  });
}

function noteOf(type: JsonSchema, path: string[], { api: { schemas } }: Catalogue): string {
  const own = followPath(type, path, schemas).type;
  return own ? describeType(own, schemas) : '';
}
