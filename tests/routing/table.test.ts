/** Which screen an address matches. */
import { describe, expect, it } from 'vitest';
import type { ScreenEntry } from '../../engine/language/compiled.ts';
import { buildRoutes, fillPath, match } from '../../engine/routing/table.ts';

function entry(id: string, ...paths: string[]): ScreenEntry {
  return {
    id,
    file: '',
    area: '',
    title: { key: id },
    routes: paths.map((path) => ({ path, access: [], instanceTypes: [], input: {}, title: { key: id } })),
    public: false,
    dialog: false,
    records: false,
    view: 'table',
  };
}
const table = buildRoutes([
  entry('any', '/groups/:list*'),
  entry('seen', '/groups/:list*/visibility'),
  entry('one', '/groups/:id'),
  entry('history', '/groups/history'),
  entry('deep', '/a/:first*/b/:second*/c'),
  entry('card', '/orders/:orderId'),
  entry('line', '/orders/:orderId/line/:lineId'),
  entry('both', '/claims/own', '/claims/own/:customerId'),
  { ...entry('tab', '/orders/:orderId'), tab: { order: 1, label: { key: 't' } } },
]);
const found = (path: string) => {
  const hit = match(table, path);
  return hit && [hit.entry.id, hit.params];
};

describe('match', () => {
  it.each([
    ['/groups/history', 'history', {}],
    ['/groups/7', 'one', { id: '7' }],
    ['/groups/7/8', 'any', { list: ['7', '8'] }],
    ['/groups/7/visibility', 'seen', { list: ['7'] }],
    ['/groups/7/8/9/visibility', 'seen', { list: ['7', '8', '9'] }],
    ['/groups/visibility/visibility', 'seen', { list: ['visibility'] }],
    ['/a/1/b/2/b/3/c', 'deep', { first: ['1', 'b', '2'], second: ['3'] }],
    ['/orders/5/line/6', 'line', { orderId: '5', lineId: '6' }],
    ['/claims/own', 'both', {}],
    ['/claims/own/3', 'both', { customerId: '3' }],
    ['/orders/a%2Fb', 'tab', { orderId: 'a/b' }],
    ['/orders/100%', 'tab', { orderId: '100%' }],
    ['//orders///5/', 'tab', { orderId: '5' }],
  ])('%s matches %s', (path, id, params) => expect(found(path)).toEqual([id, params]));

  it.each(['/', '/groups', '/orders/5/line', '/orders/5/line/6/7', '/a/b/c', '/Groups/history'])(
    '%s matches nothing',
    (path) => expect(match(table, path)).toBeUndefined(),
  );

  it('returns which of several routes matched', () => {
    expect(match(table, '/claims/own/3')!.route.path).toBe('/claims/own/:customerId');
  });

  it('does not depend on the order of the screens', () => {
    const entries = [entry('x', '/p/:list*'), entry('y', '/p/:id'), entry('z', '/p/q')];
    for (const order of [entries, [...entries].reverse()])
      expect(match(buildRoutes(order), '/p/q')!.entry.id).toBe('z');
  });
});

describe('fillPath', () => {
  it('encodes values item by item', () => {
    expect(fillPath('/a/:list*/b/:id', { list: ['x y', 'ж'], id: 'p/q' })).toBe('/a/x%20y/%D0%B6/b/p%2Fq');
  });

  it('names the missing parameter', () => {
    expect(() => fillPath('/orders/:orderId', {})).toThrow(/orderId/);
  });

  it('is the inverse of match', () => {
    for (const path of ['/groups/7/8/visibility', '/a/1/2/b/3/c', '/orders/5/line/6']) {
      const { route, params } = match(table, path)!;
      expect(fillPath(route.path, params)).toBe(path);
    }
  });
});
