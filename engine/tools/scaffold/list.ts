/** Generates columns and filters from an operation that returns rows. */
import type { ApiOperation } from '../../language/api.ts';
import { argumentsOf, keyOf } from '../../language/calls.ts';
import { valueWord } from '../../language/cells.ts';
import { deref, stripNull, type JsonSchema, type Schemas } from '../../language/schema.ts';

/** More columns would be wider than a window. */
const COLUMNS = 8;
const FILTERS = 5;
const SHOWN = ['string', 'number', 'boolean', 'date', 'date-time', 'time', 'classifier', 'reference'];
/** Internal to the server; no user needs it. */
const INNER = /^(version|id)$|Id$/;

/** Paths of a row, or of a record, whose values can be shown without a lookup. */
export function shownPaths(row: JsonSchema, schemas: Schemas, most = COLUMNS): string[] {
  const { properties = {} } = deref(row, schemas);
  const key = keyOf(row, schemas);
  return Object.entries(properties)
    .filter(
      ([name, type]) => !key.includes(name) && !INNER.test(name) && SHOWN.includes(valueWord(type, schemas)),
    )
    .map(([name]) => name)
    .slice(0, most);
}

export interface Filter {
  type: string;
  paramName: string;
  label: string;
}

/** Filters: the search first, then one for each parameter whose type has a filter. */
export function filtersOf(
  operation: ApiOperation,
  schemas: Schemas,
  given: readonly string[],
  labels: string,
) {
  const filters = Object.entries(argumentsOf(operation, schemas)).flatMap(
    ([name, { type, required }]): Filter[] => {
      if (required || given.includes(name)) return [];
      const kind = filterKind(type, schemas);
      return kind ? [{ type: kind, paramName: name, label: `${labels}.${name}` }] : [];
    },
  );
  const isSearch = ({ type, paramName }: Filter) => type === 'text' && paramName === 'query';
  return [...filters.filter(isSearch), ...filters.filter((one) => !isSearch(one))].slice(0, FILTERS);
}

function filterKind(given: JsonSchema, schemas: Schemas): string | undefined {
  const { schema } = stripNull(given, schemas);
  switch (valueWord(schema, schemas)) {
    case 'array': {
      const items = schema.items && stripNull(schema.items, schemas).schema;
      return (schema['x-dictionary'] ?? items?.['x-dictionary']) ? 'selectMany' : undefined;
    }
    case 'boolean':
      return 'checkbox';
    case 'date':
      return 'inputDate';
    case 'string':
      if (schema['x-dictionary']) return 'selectOne';
      return schema['x-ref'] || schema.enum || schema.format ? undefined : 'text';
    default:
      return undefined;
  }
}
