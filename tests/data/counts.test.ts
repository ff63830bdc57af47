// @vitest-environment happy-dom
/**
 * Counts requested at the same time share one call; where the product has no counting operation, each list is
 * requested.
 */
import { expect, it } from 'vitest';
import type { CompiledApp } from '../../engine/language/compiled.ts';
import { engine } from '../engine.ts';
import { calls, operation, prepare, Refusal, serve, things, setUpHarness } from '../views/harness.tsx';

setUpHarness();

const counting = operation('counts', { parameters: { of: { in: 'query', json: true } }, reply: 'list' });
const other = operation('other', { reply: 'list' });

const app = { counts: counting } as CompiledApp;

it('sends one request for all tabs of a page, and another for a single one', async () => {
  await prepare({ app });
  serve(() => [3, null]);
  const both = Promise.all([engine.counts.rows(things, { query: 'a' }), engine.counts.rows(other, {})]);
  expect(await both).toEqual([3, undefined]);
  expect(calls.map(({ query }) => JSON.parse(query['of']!))).toEqual([
    [
      { operation: 'things', with: { query: 'a' } },
      { operation: 'other', with: {} },
    ],
  ]);
  await engine.counts.rows(other, {});
  expect(calls).toHaveLength(2);
});

it('reports a failure to every caller', async () => {
  await prepare({ app });
  serve(() => new Refusal(503, 'later'));
  const pending = [engine.counts.rows(things, {}), engine.counts.rows(other, {})].map((one) =>
    one.catch(() => 'failed'),
  );
  expect(await Promise.all(pending)).toEqual(['failed', 'failed']);
});

it('requests each list with no rows where the product has no counting operation', async () => {
  serve(({ path }) => (path === '/api/things' ? { list: [], size: 7 } : ['a', 'b']));
  expect(await Promise.all([engine.counts.rows(things, {}), engine.counts.rows(other, {})])).toEqual([7, 2]);
  expect(calls.map(({ path, query }) => [path, query['count']])).toEqual([
    ['/api/things', '0'],
    ['/api/other', undefined],
  ]);
});
