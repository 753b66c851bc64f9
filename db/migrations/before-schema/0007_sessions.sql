-- What browsers and programs hold, over the library's session: a token is kept as its hash, and is a sign-in's only
-- as long as the row in auth_sessions is there. A sign-in is one family of tokens: ending it ends them all.

create table session_tokens (
  hash text primary key,
  session_id text not null references auth_sessions on delete cascade,
  kind text not null check (kind in ('browser', 'access', 'refresh')),
  issued_at timestamptz(3) not null default now(),
  -- a browser is given the next one from here on; a program's access ends
  renew_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  first_used_at timestamptz(3),
  -- made from this one, so that an answer that was lost can be given again
  successor text,
  succeeded_at timestamptz(3),
  check ((successor is null) = (succeeded_at is null))
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expired on session_tokens (expires_at);

-- Browsers from which an account was used before: strangers can't lock its owner out of them.
create table known_devices (
  user_id text not null references auth_users on delete cascade,
  device text not null,
  first_seen_at timestamptz(3) not null default now(),
  primary key (user_id, device)
);

-- What is limited by how often it was tried lately, on all nodes together. Keys are hashes.
create table attempts (
  id bigint generated always as identity primary key,
  key text not null,
  -- a guess is written before it is known to be wrong
  pending boolean not null default false,
  at timestamptz(3) not null default now()
);
create index attempts_lately on attempts (key, at);
create index attempts_oldest on attempts (at);

alter table auth_verifications add constraint auth_verifications_identifier_once unique (identifier);
drop index auth_verifications_identifier;
create index auth_verifications_expired on auth_verifications (expires_at);
create index auth_verifications_of_user on auth_verifications (id text_pattern_ops);
