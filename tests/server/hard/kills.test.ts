/** Killed in the middle of writes, the product loses and doubles nothing that it acknowledged. */
import { describe, expect, it } from 'vitest';
import { kill, KINDS } from '../../audit/kills.ts';

const ROUNDS = process.env['FULL'] ? 50 : 1;

describe.each(KINDS)('%s', (kind) => {
  it(
    `killed ${ROUNDS} times`,
    async () => {
      const outcome = await kill(kind, ROUNDS);
      console.log(`${kind}: ${JSON.stringify(outcome)}`);
      expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
      expect(outcome.acknowledged).toBeGreaterThan(ROUNDS * 8);
    },
    // Far more than it takes: what is asked is whether, not when.
    (ROUNDS + 1) * 60_000,
  );
});
