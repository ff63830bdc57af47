/** Stored reports, and which of them an account may request. */
import { sql, type Selectable } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import { invalid, notFound } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import type { ReportTable } from '../../database/tables/reports.ts';
import type { ReportDefinition } from '../../reports/definition.ts';
import { faultsOf } from '../../reports/plan.ts';

export type ReportRow = Selectable<ReportTable>;

/** A published report with its row. */
export interface PublishedReport {
  row: ReportRow;
  definition: ReportDefinition;
}

export const draftOf = (row: ReportRow): ReportDefinition => row.draft as ReportDefinition;

/** Default limits. */
export const DEFAULT_OPTIONS = { mostRows: 200_000, mostSeconds: 120, daysKept: 14, requestsAtOnce: 3 };

/**
 * Published reports that the account may request: those of its instance that are visible to one of its roles, all of
 * them for a manager, and those that an administration shares with its instance.
 */
export function readable(db: Db, { id, instance, permissions }: Account) {
  const manager = permissions.includes('REPORTS_MANAGER');
  // A shared report of another instance is outside this scope, so the conditions are explicit.
  return db
    .withoutPlugins()
    .selectFrom('reports as r')
    .where('r.published', 'is not', null)
    .where(
      sql<boolean>`case when r.instance_id = ${instance.id} then ${manager} or exists (
          select from report_roles v join account_roles a on a.role_id = v.role_id and a.account_id = ${id}
          where v.report_id = r.id and v.instance_id = r.instance_id)
        else exists (select from report_instances s where s.report_id = r.id and s.shown_to = ${instance.id}) end`,
    );
}

/** Returns a report that the account may request; one of its own instance precedes a shared one. */
export async function readableReport(db: Db, account: Account, code: string): Promise<PublishedReport> {
  const row = await readable(db, account)
    .selectAll('r')
    .where('r.code', '=', code)
    .orderBy(sql`r.instance_id = ${account.instance.id}`, 'desc')
    .executeTakeFirst();
  if (!row) throw notFound();
  return { row, definition: row.published as ReportDefinition };
}

/** Returns a report of the account's own instance, for its editors. */
export async function ownReport(db: Db, account: Account, code: string, lock = false): Promise<ReportRow> {
  const query = db
    .selectFrom('reports')
    .selectAll()
    .where('instance_id', '=', account.instance.id)
    .where('code', '=', code);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Names of categories by id. */
export async function categoryNames(db: Db, instanceIds: readonly string[]): Promise<Map<number, string>> {
  const rows = await db
    .withoutPlugins()
    .selectFrom('report_categories')
    .select(['id', 'name'])
    .where('instance_id', '=', sql<string>`any(${[...instanceIds]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Throws the problems of a definition, by field. */
export async function requireSound(db: Db, account: Account, definition: ReportDefinition): Promise<void> {
  const faults = faultsOf(definition);
  const categories = await categoryNames(db, [account.instance.id]);
  definition.categoryIds.forEach((id, at) => {
    if (!categories.has(id)) faults.push({ field: `categoryIds.${at}`, message: 'validation.unknownValue' });
  });
  if (faults.length > 0)
    throw invalid(
      ...faults.map(({ field, message, values }) => ({
        field,
        code: 'rule',
        message,
        ...(values && { values }),
      })),
    );
}

/** Limits of reports of an instance. */
export async function optionsOf(db: Db, instanceId: string) {
  const row = await db
    .selectFrom('report_options')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .executeTakeFirst();
  if (!row) return { ...DEFAULT_OPTIONS, version: 0 };
  return {
    mostRows: row.most_rows,
    mostSeconds: row.most_seconds,
    daysKept: row.days_kept,
    requestsAtOnce: row.requests_at_once,
    version: row.version,
  };
}
