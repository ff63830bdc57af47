/** Every name that an API file uses must be declared in one of the API files. */
import { nearest, type Diagnostics } from './diagnostics.ts';
import type { OpenApiFile } from './openapi.ts';
import { resourcesOf } from './resources.ts';
import type { Schemas } from './schema.ts';
import type { Source } from './source.ts';

/** The names declared in all API files together. */
interface Declared {
  operations: ReadonlyMap<string, { method: string }>;
  entities: ReadonlyMap<string, unknown>;
  dictionaries: ReadonlyMap<string, unknown>;
  schemas: Schemas;
}

/** Names of the components that a `$ref` can point to, by kind. */
export type Components = Readonly<Record<string, readonly string[]>>;

const REFERENCE = /#\/components\/(\w+)\/([^/]+)$/;

/** Reports names without a declaration: components, operations, dictionaries, entities. */
export function checkNames(
  api: Declared,
  components: Components,
  source: Source,
  diagnostics: Diagnostics,
): void {
  const operations = [...api.operations.keys()];
  const schemas = Object.keys(api.schemas);
  const dictionaries = [...api.dictionaries.keys()];
  const expectName = (
    pointer: string,
    received: unknown,
    names: readonly string[],
    code: 'unknown-operation' | 'unknown-dictionary' | 'unknown-path' | 'api-ref' | 'api-entity',
  ) => {
    if (typeof received === 'string' && !names.includes(received))
      diagnostics.add(code, source, pointer, { received, near: nearest(received, names) });
  };
  const expectReference = (at: string, reference: string) => {
    const [, kind = '', name = reference] = REFERENCE.exec(reference) ?? [];
    expectName(at, name, { ...components, schemas }[kind] ?? [], 'api-ref');
  };
  const visit = (value: unknown, pointer: string): void => {
    if (Array.isArray(value)) return value.forEach((item, i) => visit(item, `${pointer}/${i}`));
    if (!value || typeof value !== 'object') return;
    for (const [key, child] of Object.entries(value)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (key === '$ref' && typeof child === 'string') expectReference(at, child);
      else if (key === 'x-changes' && Array.isArray(child))
        child.forEach((name, i) => expectName(`${at}/${i}`, name, operations, 'unknown-operation'));
      else if (key === 'x-dictionary' && typeof child === 'string')
        expectName(at, child, dictionaries, 'unknown-dictionary');
      else if (key === 'x-dictionary')
        expectName(
          `${at}/partOf`,
          (child as { partOf?: unknown }).partOf,
          dictionaries,
          'unknown-dictionary',
        );
      else if (key === 'x-ref') expectName(at, child, [...api.entities.keys()], 'api-entity');
      else visit(child, at);
    }
  };
  visit(source.value, '');
  const doc = (source.value ?? {}) as Partial<OpenApiFile>;
  for (const [name, entity] of Object.entries(doc['x-entities'] ?? {})) {
    expectName(`/x-entities/${name}/schema`, entity.schema, schemas, 'api-ref');
    expectName(`/x-entities/${name}/get`, entity.get, operations, 'unknown-operation');
    expectName(`/x-entities/${name}/list`, entity.list, operations, 'unknown-operation');
    const list = api.operations.get(entity.list);
    if (list && list.method !== 'GET')
      diagnostics.add('not-a-read', source, `/x-entities/${name}/list`, {
        received: entity.list,
        note: `it is a ${list.method}`,
      });
    const members = Object.keys(api.schemas[entity.schema]?.properties ?? {});
    for (const part of ['key', 'label'] as const)
      if (members.length) expectName(`/x-entities/${name}/${part}`, entity[part], members, 'api-entity');
  }
  for (const [name, resource] of resourcesOf(doc)) {
    const at = `/x-resources/${name}`;
    for (const part of ['record', 'item', 'save', 'filter'] as const)
      expectName(`${at}/${part}`, resource[part], schemas, 'api-ref');
    resource.changes?.forEach((one, i) =>
      expectName(`${at}/changes/${i}`, one, operations, 'unknown-operation'),
    );
    const members = Object.keys(api.schemas[resource.item ?? resource.record]?.properties ?? {});
    const sorted = [...members, ...Object.keys(api.schemas[resource.record]?.properties ?? {})];
    resource.sort?.forEach((field, i) => {
      if (members.length) expectName(`${at}/sort/${i}`, field.split('.')[0], sorted, 'unknown-path');
    });
    if (members.length) expectName(`${at}/entity/label`, resource.entity?.label, members, 'api-entity');
  }
  for (const [id, dictionary] of Object.entries(doc['x-dictionaries'] ?? {}))
    if (typeof dictionary === 'object') {
      expectName(`/x-dictionaries/${id}/item`, dictionary.item, schemas, 'api-ref');
      expectName(`/x-dictionaries/${id}/partOf`, dictionary.partOf, dictionaries, 'unknown-dictionary');
    }
}
