/** How a value of a record reads on paper. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { deref, stripNull } from '../../engine/language/schema.ts';
import type { Translate } from '../http/texts.ts';
import type { Captions } from '../records/captions.ts';

const NAMES = ['caption', 'shortName', 'name', 'number'] as const;

/** A value in words: dates as dd.mm.yyyy, references and words by what they are called. */
export function printed(value: unknown, translate: Translate): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => printed(one, translate)).join(', ');
  if (typeof value === 'boolean') return translate(value ? 'engine.yes' : 'engine.no');
  if (typeof value === 'number') return value.toLocaleString('ru-RU', { maximumFractionDigits: 3 });
  if (typeof value === 'object') return named(value as Record<string, unknown>, translate);
  const day = /^(\d{4})-(\d{2})-(\d{2})(T|$)/.exec(String(value));
  return day ? `${day[3]}.${day[2]}.${day[1]}` : String(value as string);
}

function named(object: Record<string, unknown>, translate: Translate): string {
  const name = NAMES.find((each) => typeof object[each] === 'string' && object[each] !== '');
  return name ? String(object[name]) : printed(object['type'], translate);
}

/** The captions of properties that hold bare words: the property's dictionary, by the schema of the page. */
export function withCaptions(
  row: Record<string, unknown>,
  operation: string,
  api: ApiCatalogue,
  captions: Captions,
): Record<string, unknown> {
  const list = deref(api.operations.get(operation)?.reply ?? {}, api.schemas).properties?.['list'];
  const properties = deref(list?.items ?? {}, api.schemas).properties ?? {};
  const entries = Object.entries(row).map(([name, value]) => {
    const property = properties[name] && stripNull(properties[name], api.schemas).schema;
    const dictionary = property?.['x-dictionary'] ?? properties[name]?.['x-dictionary'];
    const bare = typeof dictionary === 'string' && typeof value === 'string';
    return [name, bare ? captions.value(dictionary, value).caption : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
