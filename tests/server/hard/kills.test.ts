/** Killed in the middle of writes, the product loses and duplicates nothing that it acknowledged. */
import { expect, it } from 'vitest';
import { kill, KINDS } from '../../audit/kills.ts';

// Far more time than needed: the test checks whether it recovers, not when.
it('the product recovers from being killed once in each way', { timeout: 300_000 }, async () => {
  const outcome = await kill(KINDS);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
  expect(outcome.acknowledged).toBeGreaterThan(8 * KINDS.length);
});
