/**
 * What keeps parts of a contract from being changed by anybody: its own lock, and settings of its instance.
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

/** The instance's own setting, or else that of the product. */
const setting = (name: string, instance: Expression<unknown>) =>
  sql<string | null>`(select p.value from app_properties p where p.name = ${name}
    and (p.instance_id is null or p.instance_id = ${instance}) order by p.instance_id is null limit 1)`;

/** Of a contract of this instance: the settings that lock something. */
const settingsOf = (instance: Expression<unknown>) =>
  sql<Lock[]>`array_remove(array[
    case when ${setting('commercial.manage.mode', instance)} = 'READ_ONLY' then 'MANAGE_MODE' end,
    case when ${setting('ccgsBlocked', instance)} = 'true' then 'CCGS_BLOCKED' end], null)`;

const withOwn = (settings: readonly Lock[], locked: boolean): Lock[] => [
  ...(locked ? (['MANAGEMENT_LOCKED'] as const) : []),
  ...settings,
];

/** The locks of a contract, in the order in which they are told. */
export async function locksOf(db: ScopedDb, contract: Managed): Promise<Lock[]> {
  const { rows } = await sql<{ settings: Lock[] }>`
    select ${settingsOf(sql`${contract.instance_id}::uuid`)} as settings`.execute(db);
  return withOwn(rows[0]!.settings, contract.management_locked);
}

/** The locks that hold on a tab. */
export const locksOn = (tab: Tab, locks: readonly Lock[]): Lock[] =>
  locks.filter((lock) => LOCKED[lock].tabs.includes(tab));

/** The property `locks`; from it come the tabs that are locked. */
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

/** Throws when what stands on the tab must not be changed; `parent` is the contract. */
export function requireUnlocked(tab: Tab) {
  return ({ trx, parent }: Pick<Change, 'trx' | 'parent'>): Promise<void> =>
    requireTab(trx, tab, parent as unknown as Managed);
}

/** The same for a contract itself. */
export async function requireTab(db: ScopedDb, tab: Tab, contract: Managed): Promise<void> {
  const refusal = await lockRefusal(db, tab, contract);
  if (refusal) throw refusal;
}

/** Why what stands on the tab must not be changed; undefined when nothing locks it. */
export async function lockRefusal(db: ScopedDb, tab: Tab, contract: Managed): Promise<Problem | undefined> {
  const [lock] = locksOn(tab, await locksOf(db, contract));
  return lock && new Problem(409, LOCKED[lock].code);
}
