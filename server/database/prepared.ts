/** Prepared statements: compiled once by the server, planned once by each connection, then executed by name. */
import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Database } from './schema.ts';

/** A compiled query that the driver sends as a named statement. */
export interface PreparedQuery<Row = unknown> extends CompiledQuery<Row> {
  readonly statementName: string;
}

/**
 * Makes a prepared statement of a query whose plan is the same for all values of its parameters. Everything that
 * changes the plan, for example a limit, must be a literal in its text.
 */
export function asPreparedStatement<Row>(query: CompiledQuery<Row>): PreparedQuery<Row> {
  return { ...query, statementName: createHash('md5').update(query.sql).digest('base64') };
}

/** Executes a prepared statement with `value` in place of every parameter that equals `placeholder`. */
export function executePrepared<Row>(
  db: Kysely<Database>,
  query: PreparedQuery<Row>,
  placeholder: symbol,
  value: unknown,
): Promise<QueryResult<Row>> {
  const parameters = query.parameters.map((given) => (given === placeholder ? value : given));
  const prepared: PreparedQuery<Row> = { ...query, parameters };
  return db.executeQuery(prepared);
}

/** Returns the name of the statement; undefined for a query that is not prepared. */
export function statementNameOf(query: CompiledQuery): string | undefined {
  return 'statementName' in query ? (query as PreparedQuery).statementName : undefined;
}
