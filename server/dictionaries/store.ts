/** Stores the product's dictionary values in the database, at every start. */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { readWords, type Word } from './words.ts';

/** An arbitrary number; the lock prevents two nodes from writing at the same time. */
const LOCK = 7_302_040;

/**
 * Adds new values, updates captions and order, and retires values that the product no longer has. Values of an instance
 * are left unchanged.
 */
export async function storeWords(
  db: Db,
  words: ReadonlyMap<string, readonly Word[]> = readWords(),
): Promise<void> {
  const rows = [...words].flatMap(([dictionary, list]) =>
    list.map((word, i) => ({ dictionary, ...word, position: i + 1 })),
  );
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    await sql`
      with defined as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as word (dictionary text, name text, ru text, en text, position integer)
      ), stored as (
        insert into classifiers as c (dictionary, name, caption_ru, caption_en, position)
        select dictionary, name, ru, en, position from defined
        on conflict (dictionary, name) do update set
          caption_ru = excluded.caption_ru, caption_en = excluded.caption_en, position = excluded.position,
          retired = false, version = c.version + 1, change_time = now()
        where (c.caption_ru, c.caption_en, c.position, c.retired)
          is distinct from (excluded.caption_ru, excluded.caption_en, excluded.position, false)
      )
      update classifiers c set retired = true, version = version + 1, change_time = now()
      where instance_id is null and not retired
        and not exists (select from defined t where t.dictionary = c.dictionary and t.name = c.name)`.execute(
      trx,
    );
  });
}
