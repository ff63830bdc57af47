-- An ADMIN's session may go on with no more than another account's rights; then it only reads.
alter table sessions add column view_account_id uuid;
create trigger access_viewed after update of view_account_id on sessions
  for each row execute function access_changed('account_id');

alter table security_log
  drop constraint security_log_event_check,
  add check (event in ('signIn', 'signInFailed', 'signInLimited', 'signOut', 'refused',
    'passwordChanged', 'passwordSet', 'passwordRefused', 'sessionEnded', 'viewBegun', 'viewEnded'));
