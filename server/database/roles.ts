/** The application's role: it reads and writes rows, owns no table and cannot rewrite what is only appended to. */
import pg from 'pg';

/** Tables that are only ever added to. */
export const APPEND_ONLY = ['audit_log', 'security_log'] as const;

/** Tables of the queue of jobs, made by a migration; the server moves jobs in them and makes none. */
const QUEUE_SCHEMA = 'pgboss';

/** Makes the role that requests run as, or gives it its password anew. */
export async function ensureRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const [name, secret] = [pg.escapeIdentifier(role), pg.escapeLiteral(password)];
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(`${found.rowCount ? 'alter' : 'create'} role ${name} login password ${secret}`);
}

/**
 * Grants the role what requests need on the tables of this version; run by their owner after every
 * migration, under `withOwnerLock`: two grants at once on a table fail.
 */
export async function grantApplication(client: pg.ClientBase, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const appendOnly = APPEND_ONLY.join(', ');
  const { rows } = await client.query<{ database: string }>('select current_database() database');
  const database = pg.escapeIdentifier(rows[0]?.database ?? '');
  // One string is one transaction: no moment at which the role holds too much or too little.
  await client.query(`
      grant connect, temporary on database ${database} to ${name};
      grant usage on schema public to ${name};
      grant select, insert, update, delete on all tables in schema public to ${name};
      grant usage, select on all sequences in schema public to ${name};
      grant usage on schema ${QUEUE_SCHEMA} to ${name};
      grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${name};
      revoke update, delete on ${appendOnly} from ${name};
      revoke insert, update, delete on schema_migrations from ${name}`);
}
