/**
 * Records in a tree, such as folders. The table has `parent_id` and `path`, which two triggers of the database maintain
 * (0361_trees.sql); they also refuse cycles in every write. A record declares itself a tree by `tree: { parent:
 * 'parentId', … }`.
 */
import { sql, type SqlBool } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';
import { invalid, Problem } from '../core/problems.ts';
import type { Change } from './change.ts';
import type { FieldMaker } from './fields.ts';
import { whole, type Filter } from './filters.ts';
import { columnOf, columnRef, dynamic, type OwnRow } from './rows.ts';

export interface Tree {
  /** Property with the id of the record above; its column is null at the top. */
  parent: string;
  /**
   * Property that contains the enum value of the root. At the top it is saved, below it follows the record above. A
   * save cannot move a record to another root: actions do that.
   */
  root?: string;
  /** What a deletion does with the records below: `refuse` the deletion, or delete them too. */
  onDelete: 'refuse' | 'subtree';
}

/** A row of a tree. */
export interface TreeRow extends OwnRow {
  parent_id: string | null;
  path: string[];
}

interface Kind {
  table: string;
  tree?: Tree;
}

/** Path from the top down to the record, including itself: [{id, name}]. */
export function pathField(table: string, name = 'name'): FieldMaker {
  return (property) => ({
    columns: ['path'],
    computed: () => sql`(select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.${sql.ref(name)})
        order by array_position(t.path, a.id))
      from ${sql.table(table)} a where a.instance_id = t.instance_id and a.id = any (t.path))`,
    show: (row) => row[property] ?? [],
  });
}

/** Records directly below one; with null, those at the top. */
export function childrenOf(column = 'parent_id', along: readonly string[] = []): Filter<string | null> {
  const where = (id: string | null) =>
    id === null ? sql<SqlBool>`${columnRef(column)} is null` : sql<SqlBool>`${columnRef(column)} = ${id}`;
  return whole([column], where, along);
}

/** Records below one on any level, without that record. */
export function below(): Filter<string> {
  return {
    columns: ['path'],
    where: (id) => sql<SqlBool>`(t.path @> array[${id}]::uuid[] and t.id <> ${id})`,
  };
}

/** Records whose `column` refers to a node of a tree or to one below it. */
export function withinTree(column: string, table: string): Filter<string> {
  return {
    columns: [column],
    where: (id) => sql<SqlBool>`${columnRef(column)} in (
      select n.id from ${sql.table(table)} n where n.instance_id = t.instance_id and n.path @> array[${id}]::uuid[])`,
  };
}

/** Throws when a save would move a record to another root. */
export async function requireRoot({ table, tree }: Kind, change: Change): Promise<void> {
  if (!tree?.root || !change.before) return;
  const body = change.body as Record<string, unknown>;
  const [parent, column] = [tree.parent, columnOf(tree.root)];
  const above = body[parent] as string | null | undefined;
  const own = change.before[column];
  const next = above ? await rootOf(change.trx, table, above, column) : (body[tree.root] ?? own);
  if (next !== undefined && wordOf(next) !== own)
    throw invalid({ field: parent, code: 'treeRoot', message: 'validation.treeRoot' });
}

/** A value is saved bare or as {name, caption}. */
const wordOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as { name: unknown }).name : value;

async function rootOf(trx: ScopedDb, table: string, id: string, column: string): Promise<unknown> {
  const row = await dynamic(trx).selectFrom(table).select(column).where('id', '=', id).executeTakeFirst();
  return row?.[column];
}

/**
 * Takes the lock of the tree before a row is locked to be moved or deleted; otherwise two changes that had each locked
 * a row first could deadlock. `parent` is the new parent; undefined for a deletion.
 */
export async function takeTurn(
  trx: ScopedDb,
  { table, tree }: Kind,
  id: string,
  parent?: string | null,
): Promise<void> {
  if (!tree) return;
  const row = await dynamic(trx)
    .selectFrom(table)
    .select(['instance_id', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row['parent_id'] === parent) return;
  const whole = trx.withoutPlugins();
  await sql`select tree_lock(${table}::regclass, ${row['instance_id']}::uuid, true)`.execute(whole);
}

/** Locks and returns all rows below a row, deepest first; this transaction has the tree lock, so no rows are added. */
async function lockBelow(trx: ScopedDb, { table }: Kind, row: OwnRow): Promise<TreeRow[]> {
  return (await dynamic(trx)
    .selectFrom(table)
    .selectAll()
    .where(sql<SqlBool>`path @> array[${row.id}]::uuid[]`)
    .where('id', '<>', row.id)
    .orderBy(sql`cardinality(path)`, 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()) as TreeRow[];
}

/**
 * Returns the rows that a deletion also deletes, deepest first; throws 409 `treeNotEmpty` where it must not delete any.
 */
export async function deletedWith(trx: ScopedDb, kind: Kind, row: OwnRow): Promise<TreeRow[]> {
  if (!kind.tree) return [];
  const rows = await lockBelow(trx, kind, row);
  if (rows.length > 0 && kind.tree.onDelete === 'refuse') throw new Problem(409, 'treeNotEmpty');
  return rows;
}
