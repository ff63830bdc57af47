/** What operator and carrier owe each other under a contract: sums of results by month and kind of waste. */
import { sql, type SqlBool } from 'kysely';
import type { CsoriSettlement } from '../../../schemas/generated/api.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';

type Amounts = Pick<CsoriSettlement, 'ordered' | 'billed' | 'approved' | 'disputed' | 'open'>;

/**
 * Returns sums, newest month first. They are computed from the results in the scope, so approvals, claims and
 * corrections appear at once, and a carrier sees only its own. Throws 404 for a contract that the account does not see.
 */
export async function settlementsOf(db: ScopedDb, contractId: string): Promise<CsoriSettlement[]> {
  const contract = await db
    .selectFrom('contracts')
    .select('id')
    .where('id', '=', contractId)
    .executeTakeFirst();
  if (!contract) throw notFound();
  const part = (name: string, when = sql<SqlBool>`true`) => {
    const [count, volume] = [sql.ref(`t.${name}_count`), sql.ref(`t.${name}_volume`)];
    return sql<
      Amounts['billed']
    >`json_build_object('count', coalesce(sum(${count}) filter (where ${when}), 0),
      'volume', coalesce(sum(${volume}) filter (where ${when}), 0),
      'sum', sum(round(${volume} * t.price, 2)) filter (where ${when}))`;
  };
  const rows = await db
    .selectFrom('csoris as t')
    .select([
      sql<string>`date_trunc('month', t.csori_date)::date`.as('month'),
      't.garbage_type',
      sql<string>`max((select g.name from garbage_types g
        where g.instance_id = t.instance_id and g.code = t.garbage_type))`.as('caption'),
      sql<number>`count(*)`.as('results'),
      part('ordered').as('ordered'),
      part('billed').as('billed'),
      part('approved').as('approved'),
      part('billed', sql<SqlBool>`t.status in ('CLAIM', 'CORRECTION')`).as('disputed'),
      part('billed', sql<SqlBool>`t.status = 'AGREEMENT'`).as('open'),
    ])
    .where('t.contract_id', '=', contractId)
    .groupBy([sql`1`, 't.garbage_type'])
    .orderBy(sql`1`, 'desc')
    .orderBy('t.garbage_type')
    .execute();
  return rows.map(({ garbage_type: name, caption, results, ...row }) => ({
    ...row,
    results: Number(results),
    garbageType: { name, caption },
  }));
}
