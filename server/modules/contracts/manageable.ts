/** What keeps the vehicles of a contract from being managed: its own lock, and the setting of its instance. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { Problem } from '../../http/problems.ts';
import type { Change } from '../../records/change.ts';

export interface Managed {
  instance_id: string;
  management_locked: boolean;
}

/** Words of "manageRefusals", in the order in which they are told. */
export async function locksOf(db: Db, contract: Managed): Promise<('MANAGEMENT_LOCKED' | 'MANAGE_MODE')[]> {
  const mode = await db
    .selectFrom('app_properties')
    .select('value')
    .where('name', '=', 'commercial.manage.mode')
    .where((eb) => eb.or([eb('instance_id', 'is', null), eb('instance_id', '=', contract.instance_id)]))
    // The instance's own setting goes before that of the product.
    .orderBy(sql`instance_id is null`)
    .executeTakeFirst();
  return [
    ...(contract.management_locked ? (['MANAGEMENT_LOCKED'] as const) : []),
    ...(mode?.value === 'READ_ONLY' ? (['MANAGE_MODE'] as const) : []),
  ];
}

/** Throws when vehicles of the contract must not be changed. */
export async function requireManageable({ trx, parent }: Pick<Change, 'trx' | 'parent'>): Promise<void> {
  const [lock] = await locksOf(trx, parent as unknown as Managed);
  if (lock) throw new Problem(409, lock === 'MANAGEMENT_LOCKED' ? 'managementLocked' : 'manageMode');
}
