/** Lets another transaction change a row while a change of it is under way. */
import { expect } from 'vitest';
import type { TestServer } from './support.ts';

/** Changes a row by `text`, and commits once `work` waits for the row. */
export async function meanwhile<T>(
  { pool }: Pick<TestServer, 'pool'>,
  [text, ...values]: [string, ...unknown[]],
  work: () => Promise<T>,
): Promise<T> {
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(text, values);
    const [done] = await Promise.all([
      work(),
      expect
        .poll(
          async () =>
            (
              await pool.query(
                `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              )
            ).rowCount,
        )
        .toBeGreaterThan(0)
        .finally(() => other.query('commit')),
    ]);
    return done;
  } finally {
    other.release();
  }
}
