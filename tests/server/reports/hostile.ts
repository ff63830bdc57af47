/** Queries that a report must not run, by class. `{mine}` and `{other}` are placeholders for ids of instances. */

const each = (pattern: string, words: string): string[] =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => pattern.replaceAll('{}', word));

const calls = (list: string): string[] =>
  list
    .trim()
    .split('\n')
    .map((call) => `select ${call.trim()} as x`);

/** Refused by the parser, and by the database: nothing may be read, changed or blocked where the parser has a gap. */
export const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  tables: each(
    'select * from public.{}',
    `accounts sessions contracts customers jobs files file_chunks report_askers reports report_requests role_permissions
    audit_log security_log login_tries known_devices app_properties idempotency_keys live_messages staff weighings visits
    task_items units vehicles schema_migrations preferences host_instances report_templates`,
  ),
  catalogs: [
    ...each(
      'select * from pg_catalog.{}',
      'pg_authid pg_shadow pg_statistic pg_user_mapping pg_largeobject pg_hba_file_rules pg_file_settings pg_config pg_shmem_allocations pg_subscription',
    ),
    'select * from pgboss.job',
    'select * from report.asker',
    'select rolpassword from pg_authid',
    'select * from "pg_authid"',
    'select * from PG_CATALOG.pg_authid',
    'select (select count(*) from pgboss.job) as x',
    'select 1 as x where exists (select from public.accounts)',
    'with q as (select * from public.accounts) select * from q',
    'select x.* from tasks t, lateral (select * from public.accounts) x',
    'select * from tasks where stand_id in (select id from public.visit_points)',
    'select * from tasks union all select * from public.task_items',
  ],
  settings: calls(`set_config('role', 'application', true)
    set_config('session_authorization', 'application', true)
    set_config('statement_timeout', '0', false)
    set_config('transaction_read_only', 'off', true)
    set_config('search_path', 'public', true)
    set_config('work_mem', '8GB', true)
    set_config('temp_file_limit', '-1', true)
    set_config('row_security', 'off', true)
    set_config('default_transaction_read_only', 'off', false)
    pg_catalog.set_config('a.b', 'c', false)
    "set_config"('a.b', 'c', false)
    U&"set\\005fconfig"('a.b', 'c', false)`),
  waits: calls(`pg_sleep(60)
    pg_sleep_for('1 minute')
    pg_sleep_until(now() + interval '1 minute')
    pg_advisory_lock(1)
    pg_advisory_lock(1, 2)
    pg_advisory_lock_shared(1)
    pg_advisory_xact_lock(7302027)
    pg_advisory_xact_lock(1, 2)
    pg_try_advisory_lock(1)
    pg_try_advisory_xact_lock(1)
    pg_notify('live', 'x')`),
  others: calls(`pg_cancel_backend(1)
    pg_terminate_backend(1)
    pg_terminate_backend(1, 1000)
    pg_reload_conf()
    pg_rotate_logfile()
    pg_switch_wal()
    pg_create_restore_point('x')
    pg_promote()
    pg_stat_reset()
    pg_log_backend_memory_contexts(1)
    pg_wal_replay_pause()`),
  files: calls(`pg_read_file('/etc/passwd')
    pg_read_file('PG_VERSION', 0, 10)
    pg_read_binary_file('/etc/passwd')
    pg_ls_dir('/')
    pg_ls_logdir()
    pg_ls_waldir()
    pg_stat_file('/etc/passwd')
    lo_import('/etc/passwd')
    lo_export(1, '/tmp/x')
    lo_creat(1)
    lo_create(0)
    lo_from_bytea(0, '\\x00')
    lo_get(1)
    lo_unlink(1)`),
  indirect: calls(`query_to_xml('select * from public.accounts', true, true, '')
    table_to_xml('public.accounts'::regclass, true, true, '')
    database_to_xml(true, true, '')
    schema_to_xml('public', true, true, '')
    nextval('report_categories_id_seq')
    setval('report_categories_id_seq', 1)
    currval('report_categories_id_seq')
    pg_export_snapshot()
    txid_current()
    pg_current_xact_id()
    refuse_outside('x')
    pg_replication_origin_create('x')`),
  locks: each('select * from public.contracts {}', 'x').flatMap(() => [
    'select * from public.contracts for update',
    'select * from public.contracts for no key update',
    'select * from public.contracts for share',
    'select * from public.contracts for key share nowait',
    'select * from public.contracts for update skip locked',
  ]),
  writes: [
    'insert into public.roles (name) values (1)',
    'update public.accounts set login = 1',
    'delete from public.contracts',
    'truncate public.contracts',
    'merge into public.roles r using public.roles s on true when matched then delete',
    'with a as (delete from public.contracts returning id) select * from a',
    'with a as (update public.accounts set login = login returning id) select * from a',
    'with a as (insert into public.roles select * from public.roles returning id) select * from a',
    'select 1 as x into public.stolen',
    'select 1 as x into temp stolen',
    'create table stolen (x int)',
    'create temp table stolen as select 1 as x',
    'create view stolen as select 1 as x',
    "create function f() returns int language sql as 'select 1'",
    'alter table public.accounts disable row level security',
    'alter role application superuser',
    'drop schema public cascade',
    'drop view report.tasks',
    'grant all on public.accounts to public',
    "copy public.accounts to '/tmp/x'",
    "copy (select 1) to program 'id'",
    'vacuum',
    'analyze',
    'reindex database waste',
    'refresh materialized view x',
    "comment on view report.tasks is 'x'",
    "security label on view report.tasks is 'x'",
  ],
  statements: [
    'set role application',
    "set session authorization 'application'",
    'reset role',
    "set statement_timeout = '0'",
    'set transaction read write',
    'begin',
    'commit',
    'rollback',
    'savepoint a',
    'lock table public.contracts',
    'listen live',
    "notify live, 'x'",
    'do $$ begin perform 1; end $$',
    'call x()',
    'prepare p as select 1',
    'execute p',
    'declare c cursor for select 1',
    'fetch all from report',
    'explain analyze select 1',
    "load 'x'",
    'discard all',
    'checkpoint',
  ],
  several: [
    'select 1 as x; select 2 as x',
    'select 1 as x; delete from public.contracts',
    'select 1 as x; commit; delete from public.contracts',
    'select 1 as x -- \n; delete from public.contracts',
    'select 1 as x /* */; drop schema public cascade; --',
    'select $$;$$ as x; set role application',
    'select 1 as x;;select 2 as x',
    'select 1 as x; rollback; set role application; select 1 as x',
  ],
};

/** Refused by the parser alone: without it the database reads only own rows, or ends the query by a limit. */
export const UNWANTED: readonly string[] = [
  'select * from pg_stat_activity',
  'select * from pg_roles',
  'select * from pg_class',
  'select * from pg_views',
  'select * from pg_proc',
  'select * from information_schema.tables',
  'select * from information_schema.role_table_grants',
  'select * from pg_settings',
  'select current_user as x',
  'select session_user as x',
  'select current_database() as x',
  'select current_catalog as x',
  "select current_setting('data_directory') as x",
  'select version() as x',
  'select inet_server_addr() as x',
  'select pg_backend_pid() as x',
  "select 'public.accounts'::regclass as x",
  "select 'application'::regrole as x",
  "select has_table_privilege('public.accounts', 'select') as x",
  "select pg_get_viewdef('report.tasks') as x",
  'with recursive r as (select 1 as n union all select n + 1 from r) select n from r',
  "with recursive r as (select 'x' as t union all select t || t from r) select t from r",
  "select repeat('x', 1000000000) as x",
  "select lpad('x', 1000000000) as x",
  'select array_agg(n) as x from generate_series(1, 100000000) n',
  'select json_agg(t) as x from tasks t',
  "select xpath('/a', '<a/>') as x",
  'select * from tasks tablesample system (1)',
  'with pg_roles as (select 1 as x) select (select count(*) from pg_roles) as y',
  'select tasks::text from tasks where $1',
];

/** Runs that the database ends by its limits. */
export const ENDLESS: readonly string[] = [
  'select count(*) as x from generate_series(1, 2000000000) a',
  'select count(*) as x from generate_series(1, 100000) a, generate_series(1, 100000) b',
  'select max(length(a::text || b::text)) as x from generate_series(1, 50000) a, generate_series(1, 50000) b',
  'select a::text as x from generate_series(1, 20000000) a order by 1',
];
