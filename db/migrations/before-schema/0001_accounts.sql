-- Moments are kept to the millisecond, which is what a JavaScript date can hold: a cursor made from one skips no row.
-- Who may sign in. The columns are those that the identity library reads and writes.

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

create table auth_sessions (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);

create table auth_accounts (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider_id, account_id)
);
create index auth_accounts_user on auth_accounts (user_id);

create table auth_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

create table auth_two_factors (
  id text primary key,
  user_id text not null references auth_users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(3)
);
create index auth_two_factors_user on auth_two_factors (user_id);

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

create table auth_rate_limits (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- The person behind an account, as the shop knows them.
create table profiles (
  id text primary key references auth_users on delete cascade,
  email text not null unique check (email = lower(email)),
  full_name text,
  phone text,
  date_of_birth date,
  role text not null default 'user' check (role in ('user', 'admin')),
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_role on profiles (role);

create table profile_settings (
  profile_id text primary key references profiles on delete cascade,
  order_confirmations boolean not null default true,
  shipping_updates boolean not null default true,
  promotional_emails boolean not null default false,
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
