-- Times have milliseconds, as in JavaScript, so a cursor made from one skips no row.

-- Who can sign in.
create table auth_users (
  id text primary key,
  name text not null default '',
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- For the nightly job that deletes accounts whose email address was never confirmed.
create index auth_users_unconfirmed on auth_users (created_at) where not email_verified;

-- Sign-ins. Their tokens are in session_tokens.
create table auth_sessions (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  token text not null default gen_random_uuid()::text unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);

-- Ways to sign in: a password, or Google.
create table auth_accounts (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  password_hash text,
  unique (provider_id, account_id)
);
create index auth_accounts_user on auth_accounts (user_id);

-- One-time links and unfinished sign-ins. Their secrets are hashed.
create table auth_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint auth_verifications_identifier_once unique (identifier)
);
create index auth_verifications_expired on auth_verifications (expires_at);
create index auth_verifications_of_user on auth_verifications (id text_pattern_ops);

create table auth_two_factors (
  id text default gen_random_uuid()::text primary key,
  user_id text not null references auth_users on delete cascade,
  secret text not null,
  -- Codes from before they were hashed, encrypted. Empty once the account has used any code.
  backup_codes text not null default '',
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3),
  recovery_codes text[] not null default '{}',
  last_step bigint,
  -- How often in a row codes were locked. Each lock lasts twice as long as the one before.
  locks integer not null default 0
);
create unique index auth_two_factors_one_per_user on auth_two_factors (user_id);

create table auth_passkeys (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz(3) not null default now()
);
create index auth_passkeys_user on auth_passkeys (user_id);

-- Customers and staff.
create table profiles (
  id text primary key references auth_users on delete cascade,
  email text not null unique check (email = lower(email)),
  full_name text,
  phone text,
  date_of_birth date,
  role text not null default 'user' check (role in ('user', 'admin')),
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A blocked customer can't sign in or order, nor order as a guest with the same address.
  blocked_at timestamptz(3),
  -- How often all sessions of the account were ended. A sign-in that began before must not start one afterwards.
  session_epoch int not null default 0,
  -- What staff may do in the back office. Owners have the role admin and no staff role.
  staff_role text check (staff_role in ('manager', 'packer', 'editor', 'bookkeeper', 'support')),
  -- Of the card provider's customer, who holds the account's saved payment methods. The store has nothing else of them.
  payment_customer_id text unique,
  constraint profiles_admins_stay check (blocked_at is null or role = 'user'),
  check (staff_role is null or role = 'user')
);
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_role on profiles (role);
create index profiles_search on profiles using gin (lower(email || ' ' || coalesce(full_name, '')) gin_trgm_ops);
create index profiles_blocked on profiles (email, id) where blocked_at is not null;
-- For the list of staff.
create index profiles_staff on profiles (created_at) where role = 'admin' or staff_role is not null;

create table profile_settings (
  profile_id text primary key references profiles on delete cascade,
  order_confirmations boolean not null default true,
  shipping_updates boolean not null default true,
  allow_cookies boolean not null default true,
  share_data boolean not null default false,
  updated_at timestamptz(3) not null default now()
);

create table addresses (
  id text primary key,
  profile_id text not null references profiles on delete cascade,
  label text not null default 'Address' check (label <> ''),
  first_name text not null check (first_name <> ''),
  last_name text not null check (last_name <> ''),
  address text not null check (address <> ''),
  city text not null check (city <> ''),
  state text not null check (state <> ''),
  zip_code text not null check (zip_code <> ''),
  country text not null default 'US' check (country in ('US', 'CA', 'GB', 'IN')),
  phone text,
  is_default boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index addresses_profile on addresses (profile_id);
create unique index addresses_one_default on addresses (profile_id) where is_default;

-- Tokens of browsers and API clients, hashed. All tokens of a sign-in end with its row in auth_sessions.
create table session_tokens (
  hash text primary key,
  session_id text not null references auth_sessions on delete cascade,
  kind text not null check (kind in ('browser', 'access', 'refresh')),
  issued_at timestamptz(3) not null default now(),
  -- From then on a browser gets a new token, and an access token is expired.
  renew_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  first_used_at timestamptz(3),
  -- Derived from this one, so that a lost response can be repeated.
  successor text,
  succeeded_at timestamptz(3),
  check ((successor is null) = (succeeded_at is null))
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expired on session_tokens (expires_at);

-- Browsers that have signed in to an account before. Failed attempts by others don't lock them out.
create table known_devices (
  user_id text not null references auth_users on delete cascade,
  device text not null,
  first_seen_at timestamptz(3) not null default now(),
  primary key (user_id, device)
);
create index known_devices_device on known_devices (device);
create index known_devices_first_seen on known_devices (first_seen_at);

-- Recent attempts, for limits that all nodes share. Keys are hashed.
create table attempts (
  id bigint generated always as identity primary key,
  key text not null,
  -- Recorded before its result is known.
  pending boolean not null default false,
  at timestamptz(3) not null default now()
);
create index attempts_lately on attempts (key, at);
create index attempts_oldest on attempts (at);

-- An invitation to join the staff, until it is accepted, revoked, or replaced. Only a hash of its link is stored.
create table staff_invitations (
  id text primary key,
  email text not null unique check (email = lower(email)),
  staff_role text not null check (staff_role in ('manager', 'packer', 'editor', 'bookkeeper', 'support')),
  token_hash text not null unique,
  invited_by text references profiles (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Filters, sort order, and search of a list, under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  list text not null check (list in ('orders', 'users', 'products')),
  -- Null if everyone who may open the list sees it.
  owner_id text references profiles on delete cascade,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  params text not null check (char_length(params) <= 1000),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index saved_views_name on saved_views (list, coalesce(owner_id, ''), lower(name));
create index saved_views_owner on saved_views (owner_id);

-- High-risk actions that wait for a second person.
create table approval_requests (
  id text primary key,
  action text not null check (action in ('refund-order', 'retry-refund', 'close-return', 'cancel-order', 'change-role',
    'invite-staff', 'delete-files', 'export-list', 'read-records', 'change-approval-rules', 'erase-customer',
    'complete-exchange')),
  subject text not null,
  -- What the action does, and how it is shown to the person who decides.
  payload jsonb not null,
  changes jsonb not null,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'expired', 'failed', 'cancelled')),
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) <= 500),
  -- Why an approved action failed, or an automatic decision.
  result text,
  downloaded_at timestamptz,
  constraint approval_needs_second_person check (decided_by <> requested_by),
  check ((state = 'requested') = (decided_at is null)),
  check (state not in ('approved', 'declined', 'failed') or decided_by is not null),
  check (downloaded_at is null or (action = 'export-list' and state = 'approved'))
);
-- A double click is one request.
create unique index approval_requests_same on approval_requests (requested_by, action, subject, md5(payload::text))
  where state = 'requested';
create index approval_requests_waiting on approval_requests (expires_at) where state = 'requested';
create index approval_requests_newest on approval_requests (requested_at, id);
create index approval_requests_by_person on approval_requests (requested_by, requested_at, id);

-- Keys with which other programs call the API. Only a hash is stored: the key is shown once.
create table api_keys (
  id text primary key,
  name text not null check (name <> ''),
  key_hash text not null unique,
  -- The last characters, by which people recognize it.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by text,
  last_used_at timestamptz(3),
  -- A keyed hash of the network that last used it.
  last_network text
);
create index api_keys_newest on api_keys (created_at, id);

-- Requests per ten minutes. Processes add their counts at most once a minute.
create table api_key_uses (
  key_id text not null references api_keys on delete cascade,
  started_at timestamptz(0) not null,
  requests integer not null check (requests > 0),
  primary key (key_id, started_at)
);
create index api_key_uses_started on api_key_uses (started_at);

-- A newsletter subscription follows its account to a new address, and ends with the account.
create function follow_profile_email() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from newsletter_subscribers where email = lower(new.email)
      and exists (select from newsletter_subscribers where email = lower(old.email));
    update newsletter_subscribers set email = lower(new.email) where email = lower(old.email);
  else
    delete from newsletter_subscribers where email = lower(old.email);
  end if;
  return null;
end $$;
create trigger profiles_email_followed after update of email on profiles
  for each row when (lower(old.email) <> lower(new.email)) execute function follow_profile_email();
create trigger profiles_left after delete on profiles
  for each row execute function follow_profile_email();

-- However an account is deleted, its customer at the card provider is deleted too.
create function forget_payment_customer() returns trigger language plpgsql as $$
begin
  perform enqueue_jobs(json_build_array(json_build_object('name', 'delete-payment-customer',
    'payload', json_build_object('customerId', old.payment_customer_id),
    'key', 'delete-payment-customer:' || old.payment_customer_id)));
  return null;
end $$;
create trigger profiles_payment_customer_left after delete on profiles for each row
  when (old.payment_customer_id is not null) execute function forget_payment_customer();

-- Takes one of a limited number of attempts, or returns when the next is free. Concurrent calls wait for each other. If both
-- results are empty, as many attempts are pending as could still fail.
create function take_attempt(attempt_key text, most int, span interval, is_pending boolean)
returns table (taken bigint, free_at timestamptz)
language plpgsql as $$
declare
  since timestamptz := now() - span;
begin
  perform pg_advisory_xact_lock(hashtextextended(attempt_key, 0));
  -- Pending attempts of a process that died expire after a minute.
  select at + span into free_at from attempts
    where key = attempt_key and at > since and not (pending and at > now() - interval '1 minute')
    order by at desc offset most - 1 limit 1;
  if free_at is null and (select count(*) from attempts where key = attempt_key and at > since) < most then
    insert into attempts (key, pending) values (attempt_key, is_pending) returning id into taken;
  end if;
  return next;
end $$;

-- An approval is for exactly what was requested, and a decision is final. Only an approved action may still fail.
create function freeze_approval_request() returns trigger language plpgsql as $$
begin
  if (new.id, new.action, new.subject, new.payload, new.changes, new.requested_by, new.requested_at, new.reason, new.expires_at)
    is distinct from
    (old.id, old.action, old.subject, old.payload, old.changes, old.requested_by, old.requested_at, old.reason, old.expires_at)
  then raise exception 'An approval request can''t be changed'; end if;
  if old.state <> 'requested' and (
    (new.decided_by, new.decided_at, new.decision_reason) is distinct from (old.decided_by, old.decided_at, old.decision_reason)
    or new.state <> old.state and not (old.state = 'approved' and new.state = 'failed'))
  then raise exception 'This approval request is already decided'; end if;
  return new;
end $$;
create trigger freeze_approval_request before update on approval_requests
  for each row execute function freeze_approval_request();

-- The lock makes two people who save a view count one after the other.
create function saved_views_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('saved views ' || new.list || coalesce(new.owner_id, '')));
  if (select count(*) from saved_views where list = new.list and owner_id is not distinct from new.owner_id) > 20 then
    raise check_violation using constraint = 'saved_views_limit', message = 'A list has at most 20 saved views';
  end if;
  return null;
end $$;
create trigger saved_views_limit after insert on saved_views for each row execute function saved_views_limit();

-- Staff aren't customers, so they don't count as such.
create function is_customer(profile profiles) returns boolean language sql immutable as $$
  select profile.role = 'user' and profile.staff_role is null
$$;

-- A store that has an owner always has one. Owners can't be blocked, so only a new role or a deletion takes one away.
-- Such statements wait for each other, so two owners who remove each other at once can't both succeed. The lock on the
-- remaining owner covers the stricter isolation levels, whose snapshot may be older.
create function keep_last_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('last owner'));
  perform from profiles where role = 'admin' and id <> old.id limit 1 for share;
  if not found then
    raise exception 'The last owner can''t be removed' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $$;
create trigger last_owner_keeps_role after update of role on profiles for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function keep_last_owner();
create trigger last_owner_stays after delete on profiles for each row
  when (old.role = 'admin') execute function keep_last_owner();
