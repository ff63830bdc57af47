/** What pages of records keep between requests: for whom, and for how long. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../server/access/accounts.ts';
import type { Side } from '../../server/access/reach.ts';
import { Lru } from '../../server/core/lru.ts';
import { PAGE_LIMITS } from '../../server/core/paging.ts';
import { OverLimitCache } from '../../server/records/paging/caches.ts';
import { readerKeyOf } from '../../server/records/paging/list.ts';

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
const keyOf = (changed: Partial<Account> = {}, side: Side = 'both') =>
  readerKeyOf({ account: { ...account, ...changed }, scope: { side } });

it('compiled queries are shared by accounts of one reach and the same rights', () => {
  expect(keyOf({ id: 'b', login: 'second', address: '10.0.0.1', lastName: 'Иванов' })).toBe(keyOf());
});

it.each<[string, Partial<Account>]>([
  ['another instance', { instance: { ...account.instance, id: 'j' } }],
  ['another kind of instance', { instance: { ...account.instance, type: 'CARRIER' } }],
  ['other rights', { permissions: [] }],
  ['districts', { districts: ['d'] }],
  ['divisions', { divisions: ['d'] }],
  ['a link', { links: [{ customerId: 'c', instanceId: 'j' }] }],
])('and not with one of %s', (_, changed) => expect(keyOf(changed)).not.toBe(keyOf()));

it('nor on another side of a contract', () => expect(keyOf({}, 'linked')).not.toBe(keyOf({}, 'own')));

it('what was not used for the longest time is forgotten, and nothing else', () => {
  const kept = new Lru<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
});

describe('a list with more rows than are counted', () => {
  afterEach(() => void vi.useRealTimers());

  it('is not counted again for a minute; a shorter one is each time', async () => {
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
