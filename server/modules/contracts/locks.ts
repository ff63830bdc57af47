/**
 * Locks that prevent all accounts from changing parts of a contract: its own lock, and settings of its instance.
 *
 *   MANAGEMENT_LOCKED, MANAGE_MODE ─► collection management and vehicles
 *   CCGS_BLOCKED                   ─► container groups
 */
import { sql, type Expression } from 'kysely';
import type { Contract } from '../../../schemas/generated/api.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import type { FieldMaker } from '../../records/fields.ts';
import type { Tab } from './kinds.ts';

export type Lock = Contract['locks'][number];

export interface Managed {
  instance_id: string;
  management_locked: boolean;
}

const LOCKED: Readonly<Record<Lock, { tabs: readonly Tab[]; code: string }>> = {
  MANAGEMENT_LOCKED: { tabs: ['manage', 'vehicles'], code: 'managementLocked' },
  MANAGE_MODE: { tabs: ['manage', 'vehicles'], code: 'manageMode' },
  CCGS_BLOCKED: { tabs: ['container-groups'], code: 'ccgsBlocked' },
};

/** The instance's own setting, or else that of the product, as SQL. */
const setting = (name: string, instance: Expression<unknown>) =>
  sql<string | null>`(select p.value from app_properties p where p.name = ${name}
    and (p.instance_id is null or p.instance_id = ${instance}) order by p.instance_id is null limit 1)`;

/** Locks that the settings of an instance cause, as SQL. */
const settingsOf = (instance: Expression<unknown>) =>
  sql<Lock[]>`array_remove(array[
    case when ${setting('commercial.manage.mode', instance)} = 'READ_ONLY' then 'MANAGE_MODE' end,
    case when ${setting('ccgsBlocked', instance)} = 'true' then 'CCGS_BLOCKED' end], null)`;

const withOwn = (settings: readonly Lock[], locked: boolean): Lock[] => [
  ...(locked ? (['MANAGEMENT_LOCKED'] as const) : []),
  ...settings,
];

/** Returns the locks of a contract, its own first. */
export async function locksOf(db: ScopedDb, contract: Managed): Promise<Lock[]> {
  const { rows } = await sql<{ settings: Lock[] }>`
    select ${settingsOf(sql`${contract.instance_id}::uuid`)} as settings`.execute(db);
  return withOwn(rows[0]!.settings, contract.management_locked);
}

/** Returns the locks that apply to a tab. */
export const locksOn = (tab: Tab, locks: readonly Lock[]): Lock[] =>
  locks.filter((lock) => LOCKED[lock].tabs.includes(tab));

/** The property `locks`; the locked tabs are derived from it. */
export const locks: FieldMaker = (property) => ({
  columns: ['management_locked'],
  computed: () => settingsOf(sql.ref('t.instance_id')),
  show: (row) => shownLocks(row, property),
});

export const lockedTabs: FieldMaker = (property) => ({
  ...locks(property),
  show: (row) => [...new Set(shownLocks(row, property).flatMap((lock) => LOCKED[lock].tabs))],
});

const shownLocks = (row: Record<string, unknown>, property: string): Lock[] =>
  withOwn((row[property] ?? []) as Lock[], row['management_locked'] === true);

/** Returns a check that throws when parts on the tab may not be changed; `parent` is the contract. */
export function requireUnlocked(tab: Tab) {
  return ({ trx, parent }: Pick<Change, 'trx' | 'parent'>): Promise<void> =>
    requireTab(trx, tab, parent as unknown as Managed);
}

/** The same check for a contract itself. */
export async function requireTab(db: ScopedDb, tab: Tab, contract: Managed): Promise<void> {
  const refusal = await lockRefusal(db, tab, contract);
  if (refusal) throw refusal;
}

/** Returns why parts on the tab may not be changed; undefined when nothing locks it. */
export async function lockRefusal(db: ScopedDb, tab: Tab, contract: Managed): Promise<Problem | undefined> {
  const [lock] = locksOn(tab, await locksOf(db, contract));
  return lock && new Problem(409, LOCKED[lock].code);
}
