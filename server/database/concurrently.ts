/**
 * Migrations that build indexes while other sessions write: `create index concurrently` cannot run in a transaction.
 */
import pg from 'pg';

/** The first line of such a migration. */
const MARK = /^-- concurrently\s*$/m;
const CREATE = /^create (?:unique )?index concurrently (\w+)\s+on\s/i;
const DROP = /^drop index concurrently if exists \w+$/i;

/** Returns whether a migration is marked to run outside a transaction. */
export const isConcurrent = (text: string): boolean => MARK.test(text.split('\n', 1)[0] ?? '');

/** Returns the statements of a marked migration; throws an error that quotes one of another kind. */
export function concurrentStatements({ name, text }: { name: string; text: string }): string[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  const other = statements.find((statement) => !CREATE.test(statement) && !DROP.test(statement));
  if (other !== undefined) {
    throw new Error(
      `Migration ${name} is marked "-- concurrently", so it may only hold "create index concurrently NAME on …" and ` +
        `"drop index concurrently if exists NAME", not: ${other}`,
    );
  }
  return statements;
}

/**
 * Runs the statements one by one. A server that stops in the middle leaves finished indexes and perhaps an invalid one:
 * the next run keeps the former and rebuilds the latter.
 */
export async function buildConcurrently(
  client: pg.ClientBase,
  migration: { name: string; text: string },
): Promise<void> {
  for (const statement of concurrentStatements(migration)) {
    const index = CREATE.exec(statement)?.[1];
    const state = index && (await stateOf(client, index));
    if (state === 'valid') continue;
    if (index && state === 'invalid') {
      await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(index)}`);
    }
    await client.query(statement);
  }
}

async function stateOf(client: pg.ClientBase, index: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select i.indisvalid valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = current_schema()::regnamespace`,
    [index.toLowerCase()],
  );
  return rows[0] && (rows[0].valid ? 'valid' : 'invalid');
}
