-- How often in a row sign-in codes were locked. Each lock lasts twice as long as the one before.
alter table auth_two_factors add column locks integer not null default 0;
