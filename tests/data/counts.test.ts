// @vitest-environment happy-dom
/** What is counted at the same time goes in one call; where nothing counts for all, each list is asked by itself. */
import { afterEach, expect, it } from 'vitest';
import { countBy, countRows } from '../../engine/data/counts.ts';
import { calls, operation, Refusal, serve, things } from '../views/harness.tsx';

const counting = operation('counts', { parameters: { of: { in: 'query', json: true } }, reply: 'list' });
const other = operation('other', { reply: 'list' });

afterEach(() => countBy(undefined));

it('asks once for all tabs of a page, and again for one by itself', async () => {
  countBy(counting);
  serve(() => [3, null]);
  const both = Promise.all([countRows(things, { query: 'a' }), countRows(other, {})]);
  expect(await both).toEqual([3, undefined]);
  expect(calls.map(({ query }) => JSON.parse(query['of']!))).toEqual([
    [
      { operation: 'things', with: { query: 'a' } },
      { operation: 'other', with: {} },
    ],
  ]);
  await countRows(other, {});
  expect(calls).toHaveLength(2);
});

it('tells everybody who asked of a failure', async () => {
  countBy(counting);
  serve(() => new Refusal(503, 'later'));
  const asked = [countRows(things, {}), countRows(other, {})].map((one) => one.catch(() => 'failed'));
  expect(await Promise.all(asked)).toEqual(['failed', 'failed']);
});

it('asks each list for no rows where the product counts none', async () => {
  serve(({ path }) => (path === '/api/things' ? { list: [], size: 7 } : ['a', 'b']));
  expect(await Promise.all([countRows(things, {}), countRows(other, {})])).toEqual([7, 2]);
  expect(calls.map(({ path, query }) => [path, query['count']])).toEqual([
    ['/api/things', '0'],
    ['/api/other', undefined],
  ]);
});
