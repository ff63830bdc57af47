-- What an account has chosen for itself: a look, empty being that of the instance, and which events it is told at once.
alter table accounts
  add column theme text check (theme in ('LIGHT', 'DARK')),
  add column notice_severities text[] not null default '{INFORMATION,WARNING,AVERAGE,HIGH,DISASTER}';
