/** Killed in the middle of writes, the product loses and doubles nothing that it acknowledged. */
import { describe, expect, it } from 'vitest';
import { kill, KINDS } from '../../audit/kills.ts';

describe.each(KINDS)('%s', (kind) => {
  // Far more time than it takes: what is asked is whether, not when.
  it('killed once', { timeout: 120_000 }, async () => {
    const outcome = await kill(kind, 1);
    expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
    expect(outcome.acknowledged).toBeGreaterThan(8);
  });
});
