/** Limits guessing: so many failures for a login or an address, then a wait. Counted in the database, for all nodes. */
import type { Db } from '../database/connection.ts';

const WINDOW_MS = 15 * 60 * 1000;
const LOGIN_LIMIT = 5;
const ADDRESS_LIMIT = 50;

/**
 * Notes a try before the password is looked at, so that tries at the same moment count each other.
 * Returns the seconds to wait when there were too many, else undefined.
 */
export async function noteTry(db: Db, login: string, address: string): Promise<number | undefined> {
  const since = new Date(Date.now() - WINDOW_MS);
  const { id } = await db
    .insertInto('login_tries')
    .values({ login, address })
    .returning('id')
    .executeTakeFirstOrThrow();
  const earlier = async (column: 'login' | 'address', value: string) =>
    db
      .selectFrom('login_tries')
      .select('try_time')
      .where(column, '=', value)
      .where('try_time', '>', since)
      .where('id', '<', id)
      .orderBy('try_time', 'desc')
      .limit(column === 'login' ? LOGIN_LIMIT : ADDRESS_LIMIT)
      .execute();
  const waits = [
    waitOf(await earlier('login', login), LOGIN_LIMIT),
    waitOf(await earlier('address', address), ADDRESS_LIMIT),
  ];
  const wait = Math.max(...waits);
  if (wait <= 0) return undefined;
  // A refused try does not lengthen the wait.
  await db.deleteFrom('login_tries').where('id', '=', id).execute();
  return wait;
}

/** Seconds until the oldest of the last `limit` tries leaves the window. */
function waitOf(tries: { try_time: Date }[], limit: number): number {
  const oldest = tries[limit - 1];
  return oldest ? Math.max(1, Math.ceil((oldest.try_time.getTime() + WINDOW_MS - Date.now()) / 1000)) : 0;
}

/** A success clears the slate of its login; old tries of anyone are swept away. */
export async function forgetTries(db: Db, login: string): Promise<void> {
  await db
    .deleteFrom('login_tries')
    .where((eb) => eb.or([eb('login', '=', login), eb('try_time', '<', new Date(Date.now() - WINDOW_MS))]))
    .execute();
}
