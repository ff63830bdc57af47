/** What an entry of the audit log says: names of records and fields, values as texts. */
import type { Selectable } from 'kysely';
import type { AuditTable } from '../../database/tables/access.ts';
import type { ToldChange } from '../../records/history.ts';
import type { Translate } from '../../core/texts.ts';

type Entry = Pick<Selectable<AuditTable>, 'entity' | 'entity_id' | 'before' | 'after'>;
type Values = Record<string, unknown>;

/** The same in every change, or moved on by every change: they tell nothing. */
const UNTOLD = new Set(['id', 'instance_id', 'version', 'change_time']);
/** Where a record says what it is called; the first that holds a text. */
const NAMES = ['number', 'login', 'short_name', 'name', 'caption_ru', 'reg_number', 'code'];
const LONGEST = 2000;

const valuesOf = (row: unknown) => (row ?? {}) as Values;

/** What people call a kind of record; one without a text is called by its code. */
export function entityCaption(entity: string, translate: Translate): string {
  const key = `server.entity.${entity}`;
  const text = translate(key);
  return text === key ? entity : text;
}

/** How the record was called, else its id. */
export function recordName({ before, after, entity_id: id }: Entry): string {
  const values = valuesOf(after ?? before);
  const name = NAMES.map((column) => values[column]).find((value) => typeof value === 'string' && value);
  return (name as string | undefined) ?? id;
}

/**
 * The columns whose values differ, by caption.
 * @param told what the fields of the record make of it: words and names in the place of codes and ids
 */
export function changesOf(
  { entity, before, after }: Entry,
  translate: Translate,
  told: readonly ToldChange[] = [],
) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const columns = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return columns.flatMap((column) => {
    const raw = { before: textOf(old[column], translate), after: textOf(now[column], translate) };
    if (UNTOLD.has(column) || raw.before === raw.after) return [];
    const words = told.find((one) => one.columns.includes(column));
    const texts = words && {
      before: textOf(words.before, translate),
      after: textOf(words.after, translate),
    };
    // Where a field is made of several columns, or has no words, the column's own value says what has changed.
    const said = texts && texts.before !== texts.after ? texts : raw;
    return [{ field: column, caption: fieldCaption(entity, column, translate), ...said }];
  });
}

/** The label that the record's form has for the field; a column without one is called as it is. */
function fieldCaption(entity: string, column: string, translate: Translate): string {
  const property = column
    .replace(/_id$/, '')
    .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  for (const key of [`${entity}.${property}`, `${entity}.${property}Id`, `server.column.${property}`]) {
    const text = translate(key);
    if (text !== key) return text;
  }
  return property;
}

function textOf(value: unknown, translate: Translate): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return translate(value ? 'server.value.yes' : 'server.value.no');
  if (Array.isArray(value)) return value.length > 0 ? cut(value.map(itemText).join(', ')) : null;
  return cut(typeof value === 'object' ? itemText(value) : String(value as string | number));
}

/** Of a record that is named by another: its name, or its caption. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { caption, shortName, fullName, name, type, kind } = item as Record<string, unknown>;
  const said = caption ?? shortName ?? fullName ?? name;
  if (typeof said === 'string') return said;
  return (type ?? kind) ? itemText(type ?? kind) : JSON.stringify(item);
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
