/** The application's role: it reads and writes rows, owns no table and cannot rewrite append-only tables. */
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Append-only tables. */
export const APPEND_ONLY = ['audit_log', 'security_log'] as const;

/** Schema of the job queue, created by a migration; the server changes rows there but creates no tables. */
const QUEUE_SCHEMA = 'pgboss';

/** Creates the role that requests run as, or sets its password again. */
export async function ensureRole(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const [name, secret] = [pg.escapeIdentifier(role), pg.escapeLiteral(password)];
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(`${found.rowCount ? 'alter' : 'create'} role ${name} login password ${secret}`);
}

/**
 * Grants the role the rights that requests need on the tables of this version; run by their owner after every
 * migration, under `withOwnerLock`: two concurrent grants on a table fail.
 */
export async function grantApplication(client: pg.ClientBase, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const appendOnly = APPEND_ONLY.join(', ');
  const { rows } = await client.query<{ database: string }>('select current_database() database');
  const database = pg.escapeIdentifier(rows[0]?.database ?? '');
  // One string is one transaction: at no moment does the role have too many or too few rights.
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

/** Schema of the views that report queries read. */
const REPORT_SCHEMA = 'report';

/** Functions that report queries must not call; the rest of the product does. */
const NOT_FOR_REPORTS = [
  'set_config(text, text, boolean)',
  'pg_sleep(double precision)',
  'pg_sleep_for(interval)',
  'pg_sleep_until(timestamp with time zone)',
  'pg_cancel_backend(integer)',
  'pg_terminate_backend(integer, bigint)',
  'pg_notify(text, text)',
  'pg_export_snapshot()',
  'txid_current()',
  'pg_current_xact_id()',
  'pg_advisory_lock(bigint)',
  'pg_advisory_lock(integer, integer)',
  'pg_advisory_lock_shared(bigint)',
  'pg_advisory_xact_lock(bigint)',
  'pg_advisory_xact_lock(integer, integer)',
  'pg_try_advisory_lock(bigint)',
  'pg_try_advisory_xact_lock(bigint)',
  'lo_creat(integer)',
  'lo_create(oid)',
  'lo_from_bytea(oid, bytea)',
  'lo_get(oid)',
  'query_to_xml(text, boolean, boolean, text)',
  'table_to_xml(regclass, boolean, boolean, text)',
  'database_to_xml(boolean, boolean, text)',
  'schema_to_xml(name, boolean, boolean, text)',
] as const;

/**
 * Returns the URL under which report queries run: a separate role, named after the application's. Its password is
 * derived from the application's, so no second one has to be configured.
 */
export function reportsUrlOf(applicationUrl: string): string {
  const url = new URL(applicationUrl);
  const password = createHmac('sha256', decodeURIComponent(url.password)).update('reports').digest('hex');
  return Object.assign(url, { username: `${url.username}_reports`, password }).href;
}

/**
 * Creates the role of reports: it reads the views of the schema `report`, in read-only transactions with time limits,
 * and may do nothing else. Run by the owner after every migration, under `withOwnerLock`. Returns false, and changes
 * nothing, where the owner may not create roles: reports are then reported as not available.
 */
export async function grantReports(client: pg.ClientBase, applicationUrl: string): Promise<boolean> {
  // A password derived from an empty one could be computed by anyone who has this code.
  if (!new URL(applicationUrl).password) return false;
  const { username, password } = new URL(reportsUrlOf(applicationUrl));
  const role = decodeURIComponent(username);
  const name = pg.escapeIdentifier(role);
  const application = pg.escapeIdentifier(decodeURIComponent(new URL(applicationUrl).username));
  const { rows } = await client.query<{ database: string; may: boolean; superuser: boolean }>(
    `select current_database() as database, rolsuper or rolcreaterole as may, rolsuper as superuser
     from pg_roles where rolname = current_user`,
  );
  const [owner] = rows;
  if (!owner?.may) return false;
  await makeReportsRole(client, { role, password }, owner.superuser);
  const database = pg.escapeIdentifier(owner.database);
  await client.query(`
      grant connect on database ${database} to ${name};
      grant usage on schema ${REPORT_SCHEMA} to ${name};
      grant select on all tables in schema ${REPORT_SCHEMA} to ${name};
      revoke all on ${REPORT_SCHEMA}.asker from ${name}`);
  // Only a superuser may revoke these rights from `public` and grant them back to the application.
  if (owner.superuser) {
    await client.query(`
      revoke temporary on database ${database} from public;
      grant temporary on database ${database} to ${application};
      ${NOT_FOR_REPORTS.map(
        (one) => `revoke execute on function pg_catalog.${one} from public;
      grant execute on function pg_catalog.${one} to ${application};`,
      ).join('\n      ')}`);
  }
  return true;
}

/** SQLSTATEs of two servers, or two databases of one cluster, that create one role at the same moment. */
const AT_ONCE = ['XX000', '23505', '42710'];
const TRIES = 5;

/** Roles belong to the whole cluster: one that is already correct is left unchanged. */
async function makeReportsRole(
  client: pg.ClientBase,
  { role, password }: { role: string; password: string },
  superuser: boolean,
): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const settings = [
    `noinherit connection limit 12`,
    `set default_transaction_read_only = on`,
    `set statement_timeout = '60s'`,
    `set lock_timeout = '1s'`,
    `set idle_in_transaction_session_timeout = '60s'`,
    `set work_mem = '16MB'`,
    `set max_parallel_workers_per_gather = 0`,
    `set jit = off`,
    `set client_connection_check_interval = '500ms'`,
    `set search_path = ${REPORT_SCHEMA}`,
    ...(superuser ? [`set temp_file_limit = '256MB'`] : []),
  ];
  const mark = createHmac('sha256', password).update(settings.join()).digest('hex');
  for (let tries = 1; ; tries += 1) {
    const { rowCount } = await client.query(
      `select from pg_roles where rolname = $1 and shobj_description(oid, 'pg_authid') = $2`,
      [role, mark],
    );
    if (rowCount) return;
    try {
      await ensureRole(client, role, password);
      await client.query(
        [...settings.map((one) => `alter role ${name} ${one}`), `comment on role ${name} is '${mark}'`].join(
          ';',
        ),
      );
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !AT_ONCE.includes(error.code ?? '') || tries >= TRIES)
        throw error;
    }
  }
}
