/** How arguments become a request: paging codec, places of parameters, what is left out. */
import { describe, expect, it } from 'vitest';
import type { CompiledOperation } from '../../engine/language/compiled.ts';
import { orderWord, requestParts } from '../../engine/language/request.ts';
import { spec } from '../spec/spec.ts';

const paging: CompiledOperation = {
  id: 'parcelPaging',
  method: 'GET',
  path: '/api/v3/parcel/paging',
  parameters: {
    page: { in: 'query' },
    count: { in: 'query' },
    order: { in: 'query' },
    query: { in: 'query' },
    filter: { in: 'query', json: true },
    kinds: { in: 'query', list: true },
  },
  filter: ['states', 'since', 'urgent'],
  reply: 'page',
  changes: [],
  permissions: [],
};
const save: CompiledOperation = {
  id: 'parcelSave',
  method: 'POST',
  path: '/api/v3/shelf/{shelfId}/parcel',
  parameters: { shelfId: { in: 'path', required: true } },
  body: ['shelfId', 'name', 'note'],
  reply: 'record',
  changes: [],
  permissions: [],
};

const query = (url: string) => Object.fromEntries(new URL(url, 'http://x').searchParams);

describe('requestParts', () => {
  it('counts pages from zero and encodes the sign of the order', () => {
    spec('V-072');
    const { url } = requestParts(paging, {}, { page: 0, count: 25, order: orderWord('name', 'descending') });
    expect(url).toBe('/api/v3/parcel/paging?page=0&count=25&order=%2Bname');
    expect(orderWord('name', 'ascending')).toBe('-name');
  });

  it('requests all rows by -1', () => {
    expect(query(requestParts(paging, {}, { page: 0, count: -1 }).url).count).toBe('-1');
  });

  it('collects the properties of the filter in one JSON parameter', () => {
    const { url } = requestParts(paging, {
      states: ['NEW'],
      since: '2026-01-02',
      urgent: false,
      query: 'a&b',
    });
    expect(query(url)).toEqual({
      query: 'a&b',
      filter: '{"states":["NEW"],"since":"2026-01-02","urgent":false}',
    });
  });

  it('leaves out empty values, but neither false nor zero', () => {
    const empty = { query: '', states: [], since: null, urgent: undefined, kinds: [] };
    expect(requestParts(paging, empty).url).toBe('/api/v3/parcel/paging');
    expect(query(requestParts(paging, { page: 0, urgent: false }).url)).toEqual({
      page: '0',
      filter: '{"urgent":false}',
    });
  });

  it('keeps an explicit filter object and lets named properties add to it', () => {
    const { url } = requestParts(paging, { filter: { fixed: 1 }, states: ['OLD'] });
    expect(JSON.parse(query(url).filter!)).toEqual({ fixed: 1, states: ['OLD'] });
  });

  it('repeats the items of a list parameter', () => {
    expect(requestParts(paging, { kinds: ['A', 'B C'] }).url).toMatch(/\?kinds=A&kinds=B%20C$/);
  });

  it('passes a name to every place that has it, and drops a name that none has', () => {
    const { url, body } = requestParts(save, { shelfId: 'a/b', name: 'n', note: null, stranger: 1 });
    expect(url).toBe('/api/v3/shelf/a%2Fb/parcel');
    expect(body).toEqual({ shelfId: 'a/b', name: 'n', note: null });
  });

  it('keeps an emptied text of a body: it means that the text was removed', () => {
    expect(requestParts(save, { shelfId: '1', note: '', name: undefined }).body).toEqual({
      shelfId: '1',
      note: '',
    });
  });

  it('names the operation and the missing path parameter', () => {
    expect(() => requestParts(save, { name: 'n' })).toThrow(/"parcelSave".*"shelfId"/);
  });
});
