-- Counts how often all sessions of the account were ended. A sign-in that began before must not start one afterwards.
alter table profiles add column session_epoch int not null default 0;
