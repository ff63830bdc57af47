/** Killed in the middle of writes, the product loses and doubles nothing that it acknowledged. */
import { expect, it } from 'vitest';
import { kill, KINDS } from '../../audit/kills.ts';

// Far more time than it takes: what is asked is whether, not when.
it('killed once in each way, all on one product', { timeout: 300_000 }, async () => {
  const outcome = await kill(KINDS);
  expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
  expect(outcome.acknowledged).toBeGreaterThan(8 * KINDS.length);
});
