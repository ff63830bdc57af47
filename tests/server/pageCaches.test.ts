/** Caches of paged lists between requests: for which accounts, and for how long. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../server/access/accounts.ts';
import { reachOf, type Side } from '../../server/access/reach.ts';
import { Lru } from '../../server/core/lru.ts';
import { PAGE_LIMITS } from '../../server/core/paging.ts';
import { OverLimitCache, QueryCache } from '../../server/records/paging/caches.ts';
import { queryKeyOf, readerKeyOf } from '../../server/records/paging/list.ts';

const account: Account = {
  id: 'a',
  login: 'first',
  firstName: '',
  middleName: null,
  lastName: '',
  system: false,
  theme: null,
  permissions: ['READ_CONTRACTS'],
  passwordChangeRequired: false,
  address: '127.0.0.1',
  staff: null,
  instance: {
    id: 'i',
    name: '',
    type: 'RO',
    ownerCustomer: null,
    footerText: '',
    theme: 'light',
    timeZone: 'UTC',
  },
  links: [],
  districts: [],
  divisions: [],
};
const readingOf = (changed: Partial<Account> = {}, side: Side = 'both') => {
  const changedAccount = { ...account, ...changed };
  return { account: changedAccount, scope: { reach: reachOf(changedAccount, side) } };
};
const keyOf = (...reading: Parameters<typeof readingOf>) => readerKeyOf(readingOf(...reading));
const queryOf = (...reading: Parameters<typeof readingOf>) => queryKeyOf(readingOf(...reading));

const elsewhere = { ...account.instance, id: 'j' };

it('cached sizes of a list are shared by accounts of one reach and the same permissions', () => {
  const other = { id: 'b', login: 'second', address: '10.0.0.1', lastName: 'Иванов' };
  expect(keyOf(other)).toBe(keyOf());
  expect(queryOf(other)).toBe(queryOf());
});

it.each<[string, Partial<Account>]>([
  ['another kind of instance', { instance: { ...account.instance, type: 'CARRIER' } }],
  ['other rights', { permissions: [] }],
  ['districts', { districts: ['d'] }],
  ['divisions', { divisions: ['d'] }],
  ['a link', { links: [{ customerId: 'c', instanceId: 'j' }] }],
])('cached sizes and compiled queries are not shared with accounts of %s', (_, changed) => {
  expect(keyOf(changed)).not.toBe(keyOf());
  expect(queryOf(changed)).not.toBe(queryOf());
});

it('cached sizes and compiled queries are not shared between the two parties of a contract', () => {
  expect(keyOf({}, 'linked')).not.toBe(keyOf({}, 'own'));
  expect(queryOf({}, 'linked')).not.toBe(queryOf({}, 'own'));
});

it('compiled queries are shared by instances and districts, cached sizes of a list are not', () => {
  expect(keyOf({ instance: elsewhere })).not.toBe(keyOf());
  expect(queryOf({ instance: elsewhere })).toBe(queryOf());
  expect(keyOf({ districts: ['e'] })).not.toBe(keyOf({ districts: ['d'] }));
  expect(queryOf({ districts: ['e'] })).toBe(queryOf({ districts: ['d'] }));
});

it('a shared query is compiled once, and gets the parameters of each reach', () => {
  const queries = new QueryCache();
  const compile = vi.fn((home: string) => ({ sql: '', parameters: [home, 10] }));
  const parametersOf = (changed: Partial<Account>) => {
    const { scope } = readingOf(changed);
    const compiled = () =>
      compile(scope.reach.home) as unknown as ReturnType<Parameters<typeof queries.get>[2]>;
    return queries.get(queryOf(changed), scope.reach, compiled).parameters;
  };
  expect([parametersOf({}), parametersOf({ instance: elsewhere }), parametersOf({})]).toEqual([
    ['i', 10],
    ['j', 10],
    ['i', 10],
  ]);
  expect(compile).toHaveBeenCalledTimes(1);
});

it('the least recently used entry is removed, and no other', () => {
  const kept = new Lru<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
});

describe('a list with more rows than the counting limit', () => {
  afterEach(() => void vi.useRealTimers());

  it('is not counted again for a minute; a shorter one is counted each time', async () => {
    vi.useFakeTimers();
    const lists = new OverLimitCache();
    const limits = { ...PAGE_LIMITS, exact: 10 };
    const count = vi.fn(async () => 11);
    const size = (list: string) => lists.sizeOf(list, limits, count);
    expect([await size('long'), await size('long'), count.mock.calls.length]).toEqual([11, 11, 1]);
    vi.advanceTimersByTime(61_000);
    expect(lists.has('long')).toBe(false);
    count.mockResolvedValue(10);
    expect([await size('long'), await size('long'), count.mock.calls.length]).toEqual([10, 10, 3]);
  });
});
