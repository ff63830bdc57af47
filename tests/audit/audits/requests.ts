/**
 * Requests generated from the API files, with long lists and deep trees; replies are validated against their schemas.
 */
import type { Audit } from '../audit.ts';
import { run } from '../command.ts';

const REQUESTS = 20_000;

const audit: Audit = async (step) => {
  const { ok, printed } = await step('requests', () =>
    run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/fuzz.test.ts'], {
      REQUESTS: String(REQUESTS),
    }),
  );
  const [, ms = 'Infinity', operation = ''] = /slowest of \d+: (\d+) ms, (\w+)/.exec(printed) ?? [];
  return [
    {
      what: `${REQUESTS.toLocaleString('en')} requests generated from the API files`,
      goal: 'no 5xx, none outside its schema, none over a second',
      reached: ok ? `none; the slowest took ${ms} ms (${operation})` : 'some',
      ok: ok && Number(ms) <= 1000,
    },
  ];
};
export default audit;
