import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadApi } from '../../server/core/projectFiles.ts';
import { inventory } from '../spec/inventory.ts';
import { spec } from '../spec/spec.ts';
import { ROOT, signIn, startTestServer, type Client, type TestServer } from './support.ts';

type Words = Record<string, unknown>[];

/** Dictionaries without required parameters; tests of the parent record cover the others. */
const dictionaries = [...loadApi(ROOT).operations.values()].flatMap(({ path, dictionary, parameters }) =>
  dictionary && !parameters.some(({ required }) => required) ? [{ path, ...dictionary }] : [],
);

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  admin = await signIn(server, 'admin');
});
afterAll(() => server.close());

async function read(path: string, language: string): Promise<Words> {
  const { status, body } = await admin.call<Words | { list: Words }>('GET', path, {
    headers: { 'Accept-Language': language },
  });
  expect([path, status]).toEqual([path, 200]);
  return Array.isArray(body) ? body : body.list;
}

it.each(dictionaries)('$path has values, each once and with a caption in both languages', async (one) => {
  const { path, value, label } = one;
  if (inventory.dictionaries.some((known) => known.path === path)) spec(path);
  const [russian, english] = [await read(path, 'ru'), await read(path, 'en')];
  expect(russian.length).toBeGreaterThan(0);
  const keys = russian.map((word) => word[value]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(english.map((word) => word[value]).toSorted()).toEqual(keys.toSorted());
  for (const word of [...russian, ...english]) expect(word[label]).toMatch(/\S/);
});
