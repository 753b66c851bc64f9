import { Client, type Pool, type PoolClient } from 'pg'

/** The provider's data. The store never reads this schema. */
export const SANDBOX_SCHEMA = `
create schema if not exists sandbox;
create table if not exists sandbox.sessions (
  place bigint generated always as identity primary key,
  id text not null unique,
  intent_id text not null unique,
  status text not null default 'open',
  paid boolean not null default false,
  amount bigint not null,
  currency text not null,
  wanted jsonb not null,
  url text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
alter table sandbox.sessions add column if not exists failed boolean not null default false;
-- When the app or bank of a payment that takes longer answers, and whether it pays.
alter table sandbox.sessions add column if not exists settles_at timestamptz;
alter table sandbox.sessions add column if not exists settles_paid boolean not null default true;
-- A payment that the store captures later: authorized, and then captured or released.
alter table sandbox.sessions add column if not exists authorized_at timestamptz;
alter table sandbox.sessions add column if not exists captured bigint;
alter table sandbox.sessions add column if not exists canceled text;
create index if not exists sessions_authorized on sandbox.sessions (authorized_at)
  where authorized_at is not null and captured is null and canceled is null;
create index if not exists sessions_processing on sandbox.sessions (settles_at) where settles_at is not null;
create index if not exists sessions_open on sandbox.sessions (expires_at) where status = 'open';
create table if not exists sandbox.refunds (
  place bigint generated always as identity primary key,
  id text not null unique,
  intent_id text not null,
  amount bigint not null,
  currency text not null,
  metadata jsonb not null,
  created_at timestamptz not null default now()
);
alter table sandbox.refunds add column if not exists status text not null default 'succeeded';
create table if not exists sandbox.customers (
  id text primary key,
  email text not null,
  metadata jsonb not null,
  deleted boolean not null default false,
  created_at timestamptz not null default now()
);
-- Cards that customers saved. A card that was removed has no customer.
create table if not exists sandbox.payment_methods (
  place bigint generated always as identity primary key,
  id text not null unique,
  customer_id text references sandbox.customers,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  created_at timestamptz not null default now()
);
create index if not exists payment_methods_customer on sandbox.payment_methods (customer_id);
create table if not exists sandbox.disputes (
  place bigint generated always as identity primary key,
  id text not null unique,
  intent_id text not null,
  amount bigint not null,
  currency text not null,
  reason text not null,
  status text not null default 'needs_response',
  created_at timestamptz not null default now()
);
alter table sandbox.disputes add column if not exists evidence jsonb not null default '{}';
alter table sandbox.disputes add column if not exists submissions integer not null default 0;
alter table sandbox.disputes add column if not exists due_by timestamptz not null default now() + interval '7 days';
-- When the bank decides about evidence that was sent, and how.
alter table sandbox.disputes add column if not exists decides_at timestamptz;
alter table sandbox.disputes add column if not exists decides_won boolean not null default true;
create table if not exists sandbox.events (
  place bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  about jsonb not null,
  created_at timestamptz not null default now()
);
create table if not exists sandbox.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  due_at timestamptz not null,
  tries integer not null default 0
);
create index if not exists deliveries_due on sandbox.deliveries (due_at);
create table if not exists sandbox.answers (
  key text primary key,
  status integer not null,
  body jsonb not null
);
create table if not exists sandbox.faults (
  one boolean primary key default true check (one),
  faults jsonb not null
);
-- When the balance changed.
alter table sandbox.sessions add column if not exists paid_at timestamptz;
alter table sandbox.refunds add column if not exists failed_at timestamptz;
alter table sandbox.disputes add column if not exists closed_at timestamptz;
create or replace function sandbox.date_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'sessions' then new.paid_at := now();
  elsif tg_table_name = 'refunds' then new.failed_at := now();
  else new.closed_at := now();
  end if;
  return new;
end $$;
create or replace trigger session_paid before update on sandbox.sessions for each row
  when (new.paid and not old.paid) execute function sandbox.date_change();
create or replace trigger refund_failed before update on sandbox.refunds for each row
  when (new.status = 'failed' and old.status <> 'failed') execute function sandbox.date_change();
create or replace trigger dispute_closed before update on sandbox.disputes for each row
  when (new.status <> old.status) execute function sandbox.date_change();
create table if not exists sandbox.payouts (
  place bigint generated always as identity primary key,
  id text not null unique,
  amount bigint not null,
  created_at timestamptz not null default now()
);
create table if not exists sandbox.payout_transactions (
  id text primary key,
  payout_id text not null references sandbox.payouts (id)
);`

export async function createSandboxSchema(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    // "if not exists" can fail when two nodes start at once, so a lock guards it.
    await client.query(
      `begin; select pg_advisory_xact_lock(hashtextextended('sandbox', 0)); ${SANDBOX_SCHEMA}; commit`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

export async function inTransaction<Result>(
  pool: Pool,
  run: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
