/** Binds a declared record to its resource in the API files: the properties it shows, accepts and sorts by. */
import type { ApiCatalogue, ApiResource } from '../../engine/language/api.ts';
import { deref, stripNull, type JsonSchema } from '../../engine/language/schema.ts';
import { bareWordsOf, type BareWords } from './bareWords.ts';
import { fieldOf, type Field, type Join } from './fields.ts';
import type { Filter } from './filters.ts';
import { columnOf } from './rows.ts';
import type { RecordKind } from './record.ts';

export interface BoundRecord extends RecordKind {
  resource: ApiResource;
  /** Fields by property of the record, of a row of its page or of a save. */
  bound: ReadonlyMap<string, Field>;
  /** Properties of the record, of a row of a page, and those that a save may set. */
  shown: readonly string[];
  listed: readonly string[];
  saved: readonly string[];
  nullable: ReadonlySet<string>;
  /** Properties of a save that may have no value: null, or absent where the API file has no default. */
  optional: ReadonlySet<string>;
  /** Tables joined by the fields, by name. */
  tied: Readonly<Record<string, Join>>;
  dictionaries: readonly string[];
  /** Properties of the record that contain a bare code. */
  words: BareWords;
}

/** A filter that depends on its record and on the record's operations. */
export interface OwnFilter<Value = unknown> extends Filter<Value> {
  bind(record: BoundRecord, api: ApiCatalogue): Filter<Value>;
}

const isOwn = (filter: Filter): filter is OwnFilter => 'bind' in filter;

/** Returns the name of the component schema of a resource's save. */
export const saveSchemaOf = (resource: ApiResource): string =>
  resource.save ?? `${resource.name.charAt(0).toUpperCase()}${resource.name.slice(1)}Save`;

/** Binds a record; `requireFit` must have accepted its declaration. */
export function bindRecord(kind: RecordKind, resource: ApiResource, api: ApiCatalogue): BoundRecord {
  const schemaOf = (name: string) => deref({ $ref: `#/components/schemas/${name}` }, api.schemas);
  const properties = (schema: string): Record<string, JsonSchema> => schemaOf(schema).properties ?? {};
  const shown = properties(resource.record);
  const listed = properties(resource.item ?? resource.record);
  const save = properties(saveSchemaOf(resource));
  const names = new Set([...Object.keys(shown), ...Object.keys(listed), ...Object.keys(save)]);
  const bound = new Map([...names].map((name) => [name, fieldOf(name, kind.fields[name])]));
  const fields = [...bound.values()];
  const joined = Object.entries(kind.joins ?? {}).map(([name, table]) => [
    name,
    { table, on: `${columnOf(name)}_id` },
  ]);
  const sides = [resource.key, resource.parent, 'id', 'version'];
  const record: BoundRecord = {
    ...kind,
    resource,
    bound,
    shown: Object.keys(shown),
    listed: Object.keys(listed),
    saved: Object.keys(save).filter((name) => !sides.includes(name)),
    nullable: new Set(Object.keys(shown).filter((name) => stripNull(shown[name]!, api.schemas).nullable)),
    optional: optionalOf(schemaOf(saveSchemaOf(resource)), api),
    tied: Object.assign({}, Object.fromEntries(joined), ...fields.map((field) => field.joins ?? {})),
    dictionaries: [...new Set(fields.flatMap((field) => field.dictionaries ?? []))],
    words: bareWordsOf({ $ref: `#/components/schemas/${resource.record}` }, api.schemas),
  };
  const filters = Object.entries(kind.filters ?? {}).map(([name, filter]) => [
    name,
    isOwn(filter) ? filter.bind(record, api) : filter,
  ]);
  return { ...record, filters: Object.fromEntries(filters) };
}

function optionalOf({ properties = {}, required = [] }: JsonSchema, { schemas }: ApiCatalogue): Set<string> {
  const empty = (name: string, given: JsonSchema) => {
    const { schema, nullable } = stripNull(given, schemas);
    return nullable || (!required.includes(name) && schema.default === undefined);
  };
  return new Set(Object.keys(properties).filter((name) => empty(name, properties[name]!)));
}
