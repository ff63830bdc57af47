/** The alarm about someone who guesses passwords. */
import type { Db } from '../../database/connection.ts';
import { recordEventOnce } from '../../records/recordEvent.ts';

/** As long as tries are counted. */
const WINDOW_SECONDS = 15 * 60;

/**
 * Tells the instance of the account, or the administration when nobody has this login, that tries are being
 * refused: once in a quarter of an hour for an account, and for an address that makes logins up.
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
