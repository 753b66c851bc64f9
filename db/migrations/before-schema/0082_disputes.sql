-- Disputes of a payment. A lost one is recorded as a refund as well, because the customer has the money.
create table disputes (
  id text primary key,
  order_id text not null references orders,
  payment_id text not null references payments,
  amount bigint not null,
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  reason text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  check ((state = 'open') = (closed_at is null))
);
create index disputes_order on disputes (order_id);
create index disputes_open on disputes (opened_at) where state = 'open';

-- A refund or dispute may be reported before its payment; it is handled once the payment is known.
alter table provider_events add column intent_id text;
create index provider_events_unmatched on provider_events (intent_id) where outcome = 'unknown';

-- Events that could not be handled, so that the others don't wait for them.
create table failed_provider_events (
  id text primary key,
  event jsonb not null,
  failure text not null,
  attempts integer not null default 1,
  failed_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) not null default now()
);
