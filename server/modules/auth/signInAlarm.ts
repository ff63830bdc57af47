/** Alarm about password guessing. */
import type { Db } from '../../database/connection.ts';
import { recordEventOnce } from '../../records/recordEvent.ts';

/** The period over which attempts are counted. */
const WINDOW_SECONDS = 15 * 60;

/**
 * Notifies the instance of the account, or the administration when no account has this login, that attempts are being
 * refused: at most once in a quarter of an hour per account, and per address for unknown logins.
 */
export async function alarmOfTries(db: Db, login: string, address: string): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'instance_id'])
    .where('login', '=', login)
    .executeTakeFirst();
  await recordEventOnce(
    db,
    {
      instanceId: account?.instance_id ?? null,
      meta: 'SIGN_IN_REFUSED',
      source: 'SIGN_IN',
      sourceName: address,
      entity: account ? 'account' : 'address',
      entityId: account ? account.id : address,
      ...(account && { accountId: account.id }),
      values: { login, address },
    },
    WINDOW_SECONDS,
  );
}
