/** The cache of dictionary values while queries and changes overlap. */
import { expect, test } from 'vitest';
import type { Db } from '../../server/database/connection.ts';
import { WordCache } from '../../server/records/wordCache.ts';

/** A database whose version query replies when the test lets it. */
function slowDatabase() {
  const versions: ((version: number) => void)[] = [];
  let stored = 0;
  const query = () => ({
    select: query,
    orderBy: query,
    executeTakeFirstOrThrow: () =>
      new Promise<{ version: number }>((reply) => versions.push((version) => reply({ version }))),
    execute: () => Promise.resolve([{ name: `version ${stored}` }]),
  });
  return {
    db: { selectFrom: query } as unknown as Db,
    versions,
    store: (version: number) => {
      stored = version;
    },
  };
}

const names = ({ words }: WordCache) => words?.map(({ name }) => name);

test('a query that began before a change does not restore the values of that time', async () => {
  const { db, versions, store } = slowDatabase();
  const cache = new WordCache(db);
  store(1);
  const first = cache.fresh();
  store(2);
  cache.drop();
  versions[0]!(1);
  await expect.poll(() => versions.length).toBe(2);
  expect(names(cache)).toBeUndefined();
  versions[1]!(2);
  await first;
  expect(names(cache)).toEqual(['version 2']);
  await cache.fresh();
  expect(versions).toHaveLength(2);
});

test('a reply that arrives after a later one is discarded', async () => {
  const { db, versions, store } = slowDatabase();
  const cache = new WordCache(db);
  const first = cache.fresh();
  cache.drop();
  const second = cache.fresh();
  store(2);
  versions[1]!(2);
  await second;
  store(1);
  versions[0]!(1);
  await first;
  expect(names(cache)).toEqual(['version 2']);
});
