-- Accounts, roles and sessions as administrators and their owners see them ------------------------------------

-- A password that an administrator has set is its owner's to change before anything else.
alter table accounts add column password_change_required boolean not null default false;
create index accounts_instance_login on accounts (instance_id, login, id);
create index accounts_last_name on accounts (instance_id, last_name, id);
create index accounts_enabled on accounts (instance_id, enabled, id);
create index accounts_change_time on accounts (instance_id, change_time, id);
create index instances_name on instances (name);

-- A role without an instance is of the whole product: every instance may give it, an administration changes it.
alter table roles alter column instance_id drop not null;
comment on column roles.instance_id is 'shared';
create index roles_name on roles (instance_id, name, id);
create index roles_type on roles (instance_id, type, id);
create index roles_system on roles (instance_id, system, id);
create index roles_change_time on roles (instance_id, change_time, id);
create unique index roles_name_taken on roles (coalesce(instance_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index account_roles_role on account_roles (role_id, account_id);

-- Sessions are told apart by an id that opens nothing; where they began is shown to their owner.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column address text,
  add column user_agent text;
create index sessions_account on sessions (account_id);

alter table audit_log add column address text;

-- What befell an account; `actor_login` where another did it.
alter table security_log
  add column actor_login text,
  drop constraint security_log_event_check,
  add check (event in ('signIn', 'signInFailed', 'signInLimited', 'signOut', 'refused',
    'passwordChanged', 'passwordSet', 'passwordRefused', 'sessionEnded'));
create index security_log_account on security_log (account_id, event, event_time);

-- What an account may see changes with whether its password is the first one, too.
drop trigger access_changed on accounts;
create trigger access_changed after update of enabled, instance_id, password_change_required on accounts
  for each row execute function access_changed('id');
