/** Texts of an audit log entry: names of kinds, titles of entries, actions and fields, values as texts. */
import type { Selectable } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { Translate } from '../../core/texts.ts';
import type { AuditTable } from '../../database/tables/access.ts';
import { printed, type Ground } from '../../print/values.ts';
import { OTHER_KINDS, type OtherKind, type Presented } from '../../records/auditKinds.ts';
import type { BoundRecord } from '../../records/bind.ts';
import type { Captions } from '../../records/captions.ts';
import { bindRecords } from '../../records/handlers.ts';
import { inWords, type DescribedChange } from '../../records/history.ts';
import type { RecordKind } from '../../records/record.ts';
import type { AuditEntity } from '../../records/saving.ts';

type Entry = Pick<Selectable<AuditTable>, 'entity' | 'entity_id' | 'before' | 'after'>;
type Values = Record<string, unknown>;

/** A kind of entries: a record, or data changed by separate operations. */
export type AuditKind = Presented & { table: string } & (
    | { record: BoundRecord; words?: undefined }
    | { record?: undefined; words?: OtherKind['words'] }
  );

/** All kinds by name. */
export type AuditKinds = ReadonlyMap<string, AuditKind>;

/** Returns the kinds of the product: every record, and the others. */
export function auditKindsOf(api: ApiCatalogue, records: readonly RecordKind[]): AuditKinds {
  const bound = bindRecords(api, records);
  return new Map<AuditEntity, AuditKind>([
    ...bound.map((record): [AuditEntity, AuditKind] => {
      const { name, table, labels, title } = record;
      return [name, { record, table, ...(labels && { labels }), ...(title && { title }) }];
    }),
    ...(Object.entries(OTHER_KINDS) as [AuditEntity, OtherKind][]),
  ]);
}

/** Columns without meaning to users: keys, version counters, internal data. */
const OMITTED = new Set([
  'id',
  'instance_id',
  'version',
  'change_time',
  'password_hash',
  'token',
  'need_synch',
  'path',
  'bounds',
  'job_id',
  'tries',
  'next_try_time',
  'told_time',
  'schema_version',
  'sha256',
  'folder',
]);

/** Whether a change of the column is presented. */
export const isPresented = (column: string): boolean => !OMITTED.has(column);

/** Columns of names; the first with a text is the title of a record that declares none. */
const NAMES = ['number', 'login', 'short_name', 'name', 'caption_ru', 'reg_number', 'code'];
const LONGEST = 2000;

const valuesOf = (row: unknown) => (row ?? {}) as Values;

/** Returns the first text that exists; undefined without one. */
function textOfKeys(keys: readonly string[], translate: Translate): string | undefined {
  for (const key of keys) {
    const text = translate(key);
    if (text !== key) return text;
  }
  return undefined;
}

/** Returns the name of a kind. */
export const entityCaption = (entity: string, translate: Translate): string =>
  textOfKeys([`server.entity.${entity}`], translate) ?? entity;

/** Returns the name of an action: that of the kind if it has its own, else the common one. */
export const actionCaption = (entity: string, action: string, translate: Translate): string =>
  textOfKeys([`server.action.${entity}.${action}`, `server.action.${action}`], translate) ?? action;

/**
 * Returns the title of an entry: what its kind declares, else a column of names, else its id.
 * @param referenced the texts of other rows, in the order of the declared parts
 */
export function entryName(
  { before, after, entity_id: id }: Entry,
  kind: AuditKind | undefined,
  referenced: readonly (string | null)[],
  captions: Captions,
  ground: Ground,
): string {
  const values = valuesOf(after ?? before);
  const parts = (kind?.title ?? []).map((part, i) =>
    typeof part === 'string' ? partText(kind!, part, values, captions, ground) : referenced[i],
  );
  const title = parts.filter(Boolean).join(', ');
  const name = NAMES.map((column) => values[column]).find((value) => typeof value === 'string' && value);
  return title || ((name as string | undefined) ?? id);
}

function partText(
  { record, words }: AuditKind,
  part: string,
  values: Values,
  captions: Captions,
  ground: Ground,
): string {
  if (record) {
    // In entries older than a column, the column counts as empty.
    const empty = Object.fromEntries(record.bound.get(part)!.columns.map((column) => [column, null]));
    return printed(inWords(record, part, { ...empty, ...values }, captions), ground);
  }
  const value = values[part];
  const word = words?.[part];
  if (!word || typeof value !== 'string') return printed(value, ground);
  if ('dictionary' in word) return captions.value(word.dictionary, value).caption;
  return textOfKeys([`${word.texts}.${value}`], ground.translate) ?? value;
}

/**
 * Returns the columns whose values differ, by caption.
 * @param fieldTexts texts from the fields of the record: captions and names in place of codes and ids
 */
export function changesOf(
  { entity, before, after }: Entry,
  kind: AuditKind | undefined,
  translate: Translate,
  fieldTexts: readonly DescribedChange[] = [],
) {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const columns = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return columns.flatMap((column) => {
    const raw = { before: textOf(old[column], translate), after: textOf(now[column], translate) };
    if (!isPresented(column) || raw.before === raw.after) return [];
    const words = fieldTexts.find((one) => one.columns.includes(column));
    const texts = words && {
      before: textOf(words.before, translate),
      after: textOf(words.after, translate),
    };
    // If a field consists of several columns, or its texts are equal, the column's raw values show the change.
    const shown = texts && texts.before !== texts.after ? texts : raw;
    return [
      {
        field: column,
        caption: fieldCaption(entity, kind, column, translate) ?? propertyOf(column),
        ...shown,
      },
    ];
  });
}

/**
 * Returns the name of a column: the label of the record's form for it, by its own name or that of its property, else a
 * separate text; undefined for a column without a text.
 */
export function fieldCaption(
  entity: string,
  kind: AuditKind | undefined,
  column: string,
  translate: Translate,
): string | undefined {
  const property = propertyOf(column);
  const prefixes = kind?.labels ?? [entity];
  const held = [...(kind?.record?.bound ?? [])].filter(([, { columns }]) => {
    const own = columns.filter((name) => !name.includes('.'));
    return own.length === 1 && own[0] === column;
  });
  const labels = [property, `${property}Id`, ...held.map(([name]) => name)];
  return textOfKeys(
    [
      ...prefixes.flatMap((prefix) => labels.map((name) => `${prefix}.${name}`)),
      `server.column.${entity}.${property}`,
      `server.column.${property}`,
    ],
    translate,
  );
}

const propertyOf = (column: string): string =>
  column.replace(/_id$/, '').replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function textOf(value: unknown, translate: Translate): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return translate(value ? 'server.value.yes' : 'server.value.no');
  if (Array.isArray(value)) return value.length > 0 ? cut(value.map(itemText).join(', ')) : null;
  return cut(typeof value === 'object' ? itemText(value) : String(value as string | number));
}

/** Returns the text of a referenced record: its caption, or its name. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { caption, shortName, fullName, name, type, kind } = item as Record<string, unknown>;
  const text = caption ?? shortName ?? fullName ?? name;
  if (typeof text === 'string') return text;
  return (type ?? kind) ? itemText(type ?? kind) : JSON.stringify(item);
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
