/** Rows that writers of an audit save, and what the database contains of them afterwards. */
import type pg from 'pg';
import { limitsOf } from '../server/limits.ts';
import type { Client } from '../server/support.ts';

/** Most contracts used in rotation: enough for the writes of an hour. */
const CONTRACTS = 50;

/** Returns a function for bodies of limits of active contracts, each with another number. */
export async function limitsOfActive(client: Client): Promise<ReturnType<typeof limitsOf>> {
  const { body } = await client.get<{ list: { id: string; effectiveDate: string }[] }>('/contract/paging', {
    count: CONTRACTS,
    filter: { statuses: ['ACTIVE'] },
  });
  const limits = body.list.map(limitsOf);
  return (number, ...rest) => limits[number % limits.length]!(Math.floor(number / limits.length), ...rest);
}

export interface Compared {
  acknowledged: number;
  /** Acknowledged rows that are missing. */
  lost: number;
  /** Rows, or their entries of the audit log, that exist more than once. */
  doubled: number;
}

/** Compares acknowledged rows, by their comments, with the database. */
export async function compareLimits(client: pg.Client, comments: readonly string[]): Promise<Compared> {
  const { rows } = await client.query<{ lost: string; doubled: string }>(
    `select count(*) filter (where found = 0 or traced = 0) lost, count(*) filter (where found > 1 or traced > 1) doubled
     from (select
       (select count(*) from contract_limits l where l.comment = key) found,
       (select count(*) from audit_log a where a.entity = 'contractLimit' and a.after->>'comment' = key) traced
       from unnest($1::text[]) key) each`,
    [comments],
  );
  return { acknowledged: comments.length, lost: Number(rows[0]?.lost), doubled: Number(rows[0]?.doubled) };
}
