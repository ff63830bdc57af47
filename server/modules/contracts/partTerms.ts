/**
 * Keeps the parts of a contract within its term: checks a save, and shortens the parts of a contract that is to end
 * earlier. A contract with automatic renewal has no last day.
 */
import { sql } from 'kysely';
import { invalid, type FieldProblem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { columnOf, dynamic, type Columns, type OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { printedDay } from '../../records/today.ts';
import type { RecordName } from '../../records/record.ts';

interface Period {
  table: string;
  begin: string;
  /** Missing where a part has only a first day. */
  end?: string;
}

const dated = (table: string): Period => ({ table, begin: 'beginDate', end: 'endDate' });

/** Parts with a period of validity, and the properties of its days. The date of a document is not limited. */
export const PERIODS: Readonly<Partial<Record<RecordName, Period>>> = {
  contractLimit: { table: 'contract_limits', begin: 'effectiveDate', end: 'expirationDate' },
  contractDistrict: { table: 'contract_districts', begin: 'effectiveDate' },
  contractVehicle: dated('contract_vehicles'),
  contractCollectionTariff: dated('contract_collection_tariffs'),
  contractCustomerTariff: dated('contract_customer_tariffs'),
  contractConfirmMode: dated('contract_confirm_modes'),
  contractCustomerVehicle: dated('contract_customer_vehicles'),
  contractRestriction: dated('contract_restrictions'),
  contractVisitPoint: dated('contract_visit_points'),
  contractPlan: dated('contract_plans'),
  contractRecalcRule: dated('contract_recalc_rules'),
  contractTransportation: dated('contract_transportations'),
  contractPolicy: { table: 'contract_policies', begin: 'effectiveDate', end: 'expirationDate' },
};

/** Returns the term of a contract; `to` is null without a last day. */
export function termOf(contract: OwnRow): { from: string; to: string | null } {
  const to = contract['auto_renewal'] ? null : (contract['expiration_date'] as string | null);
  return { from: contract['effective_date'] as string, to };
}

/** Throws for a day outside the contract's term, unless the part already had that day. */
export function requireWithinTerm(
  contract: OwnRow,
  part: RecordName,
  { body, before }: Pick<Change, 'body' | 'before'>,
): void {
  const period = PERIODS[part];
  if (!period) return;
  const { from, to } = termOf(contract);
  const given = body as Record<string, string | null | undefined>;
  const errors = [period.begin, period.end].flatMap((field): FieldProblem[] => {
    const day = field && given[field];
    if (!field || !day || day === before?.[columnOf(field)]) return [];
    if (day >= from && (to === null || day <= to)) return [];
    const values = { from: printedDay(from), to: printedDay(to ?? '') };
    const message = to === null ? 'server.beforeTerm' : 'server.outsideTerm';
    return [{ field, code: 'outsideTerm', message, values }];
  });
  if (errors.length > 0) throw invalid(...errors);
}

/** Returns the last day of a contract whose term a save shortened; null where it did not. */
export function earlierEnd(row: OwnRow, before: OwnRow): string | null {
  const [{ to: was }, { to }] = [termOf(before), termOf(row)];
  return to !== null && (was === null || to < was) ? to : null;
}

/**
 * Adjusts parts after a save that ends the contract earlier: parts that would outlast it end with it, each with its own
 * log entry; parts that would begin later have to be removed first. Parts before a later first day stay unchanged as
 * history. Policies are not shortened but need a new agreement, see `reopenPolicies`.
 */
export async function holdPartsToTerm(row: OwnRow, { trx, account, before }: Change<unknown>): Promise<void> {
  const to = earlierEnd(row, before!);
  if (to === null) return;
  const parts = (Object.entries(PERIODS) as [RecordName, Period][]).filter(
    ([entity]) => entity !== 'contractPolicy',
  );
  const later = await Promise.all(
    parts.map(async ([, { table, begin }]) => {
      const { count } = (await dynamic(trx)
        .selectFrom(table)
        .select(sql<number>`count(*)`.as('count'))
        .where('contract_id', '=', row.id)
        .where(columnOf(begin), '>', to)
        .executeTakeFirstOrThrow()) as { count: number };
      return count;
    }),
  );
  const count = later.reduce((sum, each) => sum + each, 0);
  if (count > 0) {
    const values = { count, day: printedDay(to) };
    throw invalid({ field: 'expirationDate', code: 'partsLater', message: 'server.partsLater', values });
  }
  for (const [entity, { table, end }] of parts) {
    if (!end) continue;
    const column = columnOf(end);
    const longer = (await dynamic(trx)
      .selectFrom(table)
      .selectAll()
      .where('contract_id', '=', row.id)
      .where(column, '>', to)
      .orderBy('id')
      .forUpdate()
      .execute()) as OwnRow[];
    for (const part of longer) {
      const after = (await dynamic(trx)
        .updateTable(table)
        .set({ [column]: to, version: part.version + 1, change_time: sql`now()` } satisfies Columns)
        .where('id', '=', part.id)
        .returningAll()
        .executeTakeFirstOrThrow()) as OwnRow;
      await audit(trx, account, { entity, action: 'save', before: part, after });
    }
  }
}
