/** An instance's own dictionary values: adding, changing, retiring. The product's values are locked. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { DbTransaction } from '../../database/connection.ts';
import { takesOwnWords } from '../../dictionaries/closed.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { audit, requireFresh, requireMatch } from '../../records/saving.ts';
import { readWord, visible, type WordRow } from './rows.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

export interface ClassifierSave {
  id?: string;
  version?: number;
  classifierType: string;
  captionRu: string;
  captionEn: string;
  position?: number;
  retired?: boolean;
}

type Own = WordRow & { instance_id: string };

/** Prefix of the names of an instance's values; names of the product's values never have it. */
const PREFIX = 'OWN_';

export async function addWord(trx: DbTransaction, account: Account, body: ClassifierSave): Promise<WordRow> {
  if (!takesOwnWords(body.classifierType)) throw new Problem(403, 'classifierClosed');
  await lockWords(trx);
  await requireCaptions(trx, account.instance.id, body);
  const after = await trx
    .insertInto('classifiers')
    .values({
      ...columnsOf(body),
      dictionary: body.classifierType,
      name: await freeName(trx, body),
      position: body.position ?? (await nextPosition(trx, body.classifierType)),
      instance_id: account.instance.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'classifier', action: 'create', after: after as Own });
  return after;
}

export async function changeWord(
  trx: DbTransaction,
  account: Account,
  id: string,
  { current, ...body }: ClassifierSave & { current: (row: WordRow) => unknown },
): Promise<WordRow> {
  await lockWords(trx);
  const locked = await requireOwn(trx, account, id);
  if (locked.dictionary !== body.classifierType) throw notFound();
  const before = await requireFresh(locked, body.version, async () => current(locked));
  await requireCaptions(trx, locked.instance_id, body);
  return setWord(trx, account, before, 'save', columnsOf(body));
}

/** Retires a value; saving it again restores it. */
export async function retireWord(
  trx: DbTransaction,
  account: Account,
  id: string,
  ifMatch: number | undefined,
  current: (row: WordRow) => unknown,
): Promise<void> {
  await lockWords(trx);
  const before = await requireOwn(trx, account, id);
  await requireMatch(before, ifMatch, async () => current(before));
  if (!before.retired) await setWord(trx, account, before, 'retire', { retired: true });
}

async function setWord(
  trx: DbTransaction,
  account: Account,
  before: Own,
  action: AuditAction,
  values: Partial<ReturnType<typeof columnsOf>>,
): Promise<WordRow> {
  const after = await trx
    .updateTable('classifiers')
    .set({ ...values, version: before.version + 1, change_time: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'classifier', action, before, after: after as Own });
  return after;
}

/** Locks dictionaries to one writer at a time, so that no two values get the same name or caption. */
function lockWords(trx: DbTransaction) {
  return trx.selectFrom('classifier_changes').select('version').forUpdate().execute();
}

async function requireOwn(trx: DbTransaction, account: Account, id: string): Promise<Own> {
  const row = await readWord(trx, account, id);
  if (row.instance_id === null) throw new Problem(403, 'wordLocked');
  return row as Own;
}

/** Throws if another value of the dictionary has the same caption: users could not distinguish them. */
async function requireCaptions(trx: DbTransaction, instanceId: string, body: ClassifierSave) {
  const others = await trx
    .selectFrom('classifiers')
    .select(['id', 'caption_ru', 'caption_en'])
    .where('dictionary', '=', body.classifierType)
    .where('retired', '=', false)
    .where(visible(instanceId))
    .execute();
  const plain = (text: string) => text.trim().toLocaleLowerCase('ru');
  const taken = (field: 'caption_ru' | 'caption_en', text: string) =>
    others.some((other) => other.id !== body.id && plain(other[field]) === plain(text));
  const fields = [
    ...(taken('caption_ru', body.captionRu) ? ['captionRu'] : []),
    ...(taken('caption_en', body.captionEn) ? ['captionEn'] : []),
  ];
  if (fields.length > 0 && !body.retired) {
    throw invalid(...fields.map((field) => ({ field, code: 'duplicate', message: 'validation.duplicate' })));
  }
}

/** Builds a code from the English caption; names are unique in a dictionary across all instances. */
async function freeName(trx: DbTransaction, body: ClassifierSave): Promise<string> {
  const words = body.captionEn.toUpperCase().match(/[A-Z0-9]+/g) ?? ['WORD'];
  const name = `${PREFIX}${words.join('_').slice(0, 60)}`;
  const rows = await trx
    .selectFrom('classifiers')
    .select('name')
    .where('dictionary', '=', body.classifierType)
    .where(sql<boolean>`starts_with(name, ${name})`)
    .execute();
  const taken = new Set(rows.map((row) => row.name));
  for (let i = 1; ; i += 1) {
    const candidate = i === 1 ? name : `${name}_${i}`;
    if (!taken.has(candidate)) return candidate;
  }
}

async function nextPosition(trx: DbTransaction, dictionary: string): Promise<number> {
  const row = await trx
    .selectFrom('classifiers')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .where('dictionary', '=', dictionary)
    .executeTakeFirstOrThrow();
  return row.position;
}

function columnsOf(body: ClassifierSave) {
  return {
    caption_ru: body.captionRu.trim(),
    caption_en: body.captionEn.trim(),
    ...(body.position !== undefined && { position: body.position }),
    ...(body.retired !== undefined && { retired: body.retired }),
  };
}
