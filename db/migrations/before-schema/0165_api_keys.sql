-- Keys with which other programs call the API. Only a hash is stored: the key is shown once.
create table api_keys (
  id text primary key,
  name text not null check (name <> ''),
  key_hash text not null unique,
  -- the last characters, by which people recognize it
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by text,
  last_used_at timestamptz(3),
  -- a keyed hash
  last_network text
);
create index api_keys_newest on api_keys (created_at, id);

-- Requests in each ten minutes. Processes add what they counted, at most once a minute.
create table api_key_uses (
  key_id text not null references api_keys on delete cascade,
  started_at timestamptz(0) not null,
  requests integer not null check (requests > 0),
  primary key (key_id, started_at)
);
create index api_key_uses_started on api_key_uses (started_at);
