/** Dictionary values as rows: which of them an account sees, and how they are returned. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { Db } from '../../database/connection.ts';
import type { ClassifierTable } from '../../database/tables/shared.ts';
import { notFound } from '../../core/problems.ts';
import type { Locale } from '../../core/texts.ts';

export type WordRow = Selectable<ClassifierTable>;

/** Condition for the product's values and those of one instance; without an instance, all. */
export function visible(instanceId: string | undefined): RawBuilder<boolean> {
  return instanceId === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(instance_id is null or instance_id = ${instanceId})`;
}

/** Returns the instance whose values an account manages; undefined (all instances) for an administration. */
export function instanceOf({ instance }: Account): string | undefined {
  return instance.type === 'ADMINISTRATION' ? undefined : instance.id;
}

/** Reads a value that the account sees; throws 404 otherwise. */
export async function readWord(db: Db, account: Account, id: string): Promise<WordRow> {
  const row = await db
    .selectFrom('classifiers')
    .selectAll()
    .where('id', '=', id)
    .where(visible(instanceOf(account)))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export function wordReply(row: WordRow, locale: Locale) {
  return {
    id: row.id,
    version: row.version,
    classifierType: row.dictionary,
    name: row.name,
    caption: locale === 'en' ? row.caption_en : row.caption_ru,
    captionRu: row.caption_ru,
    captionEn: row.caption_en,
    position: row.position,
    system: row.instance_id === null,
    retired: row.retired,
  };
}
