/** New migrations do not block the writes of servers that run at the same time. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { concurrentStatements, isConcurrent } from '../../server/database/concurrently.ts';

const FOLDER = 'server/database/migrations';
/** Migrations up to this one ran before indexes could be built concurrently. */
const LAST_BEFORE = '0361_trees.sql';

/** Statements of a migration that block writes: an index, built in a transaction, on an existing table. */
function stopsWrites(name: string, text: string): string[] {
  if (isConcurrent(text)) return concurrentStatements({ name, text }) && [];
  const code = text.replaceAll(/--.*$/gm, '');
  const created = new Set(
    [...code.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table),
  );
  return [...code.matchAll(/\bcreate (?:unique )?index\b[^;]*?\bon (\w+)/gi)]
    .filter(([, table]) => !created.has(table))
    .map(([statement]) => `${name}: ${statement}`);
}

it('indexes on tables with rows are built concurrently', () => {
  const found = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql') && name > LAST_BEFORE)
    .flatMap((name) => stopsWrites(name, readFileSync(`${FOLDER}/${name}`, 'utf8')));
  expect(found).toEqual([]);
});

describe('a migration that blocks writes is reported', () => {
  it.each([
    ['create index a on vehicles (model);', ['x.sql: create index a on vehicles']],
    [
      'create unique index a\n  on vehicles (model) where id is null;',
      ['x.sql: create unique index a\n  on vehicles'],
    ],
    ['create table fresh (id uuid);\ncreate index a on fresh (id);', []],
    ['-- create index a on vehicles (model);\nselect 1;', []],
    ['-- concurrently\ncreate index concurrently a on vehicles (model);', []],
  ])('%j', (text, found) => expect(stopsWrites('x.sql', text)).toEqual(found));

  it('as is one that is marked as concurrent and does something else', () => {
    expect(() => stopsWrites('x.sql', '-- concurrently\nalter table a add b text;')).toThrow('x.sql');
  });
});
