/** Server tests run in parallel on one database server, each in a separate database, and do not affect the others. */
import { expect, it } from 'vitest';
import { codeFiles, readModule } from './modules.ts';

const ALL_DATABASES = /\bpg_(stat_activity|locks)\b/;
/** Queries that the sandbox of reports refuses. */
const REFUSED = 'tests/server/reports/hostile.ts';

/** Texts that read what happens in all databases. */
const tooWide = (texts: Iterable<string>) =>
  [...texts].filter((text) => ALL_DATABASES.test(text) && !text.includes('datname = current_database()'));

it('server tests read sessions of their own database alone', () => {
  const files = codeFiles('tests/server').filter((file) => file !== REFUSED);
  const modules = files.map((file) => readModule(file));
  const queries = modules.flatMap(({ texts }) => [...texts].filter((text) => ALL_DATABASES.test(text)));
  expect(queries.length).toBeGreaterThan(5);
  expect(modules.flatMap(({ file, texts }) => tooWide(texts).map((text) => `${file}: ${text}`))).toEqual([]);
});

it('a query over all databases is found', () => {
  expect(tooWide(["select from pg_locks where locktype = 'advisory'"])).toHaveLength(1);
});
