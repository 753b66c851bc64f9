-- What becomes of an order: its parcel, its payments' attempts, money and goods that come back, and answers given once.

alter table orders add column carrier text;
alter table orders add column tracking_number text;
alter table orders add column delivered_at timestamptz(3);
-- Deliveries of before: when they arrived stands in their steps.
update orders o set delivered_at = s.at from order_steps s where s.order_id = o.id and s.to_status = 'delivered';
create index orders_of_guests on orders (email) where user_id is null;

-- A payment is written before the provider knows of it: its session is named later, and its attempts are counted.
alter table payments alter column provider_id drop not null;
alter table payments add column intent_id text;
alter table payments add column url text;
alter table payments add column attempt integer not null default 1;
alter table payments add column declined_at timestamptz(3);
alter table payments add column network text;
alter table payments add constraint payments_paid_when check (
  state not in ('paid', 'refunded') or (paid_at is not null and provider_id is not null));
create index payments_open on payments (expires_at) where state = 'open';
-- One order is paid once. What is paid a second time belongs to no order's total: it goes back at once.
alter table payments add column surplus boolean not null default false;
create unique index payments_paid_once on payments (order_id) where state in ('paid', 'refunded') and not surplus;

create table refunds (
  id text primary key,
  order_id text not null references orders,
  payment_id text not null references payments,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  reason text not null check (reason in ('cancelled', 'late', 'surplus', 'refunded', 'returned')),
  -- what it is for, once: asked for again it is the same refund
  cause text not null unique,
  provider_id text unique,
  attempt integer not null default 1,
  actor_id text,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  check ((state = 'done') = (done_at is not null))
);
create index refunds_order on refunds (order_id, created_at);
create index refunds_payment on refunds (payment_id);

-- No more goes back than came in. Whoever asks for a refund holds the payment's row.
create function refunds_within_payment() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select sum(amount) from refunds where payment_id = new.payment_id and state <> 'failed')
    > (select amount from payments where id = new.payment_id) then
    raise exception 'More would be refunded than was paid' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create trigger refunds_within_payment after insert or update on refunds
  for each row execute function refunds_within_payment();

create table returns (
  id text primary key,
  order_id text not null references orders,
  state text not null default 'asked' check (state in ('asked', 'received', 'closed', 'declined')),
  reason text not null check (reason <> ''),
  refund_id text references refunds,
  asked_at timestamptz(3) not null default now(),
  received_at timestamptz(3),
  closed_at timestamptz(3)
);
create index returns_order on returns (order_id);
create index returns_open on returns (asked_at) where state in ('asked', 'received');
create table return_items (
  return_id text not null references returns on delete cascade,
  product_id text not null references products,
  quantity integer not null check (quantity > 0),
  primary key (return_id, product_id)
);

-- What the provider told us, once each. `outcome` says what came of it.
create table provider_events (
  id text primary key,
  kind text not null,
  session_id text,
  order_id text,
  outcome text not null,
  happened_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now()
);
create index provider_events_order on provider_events (order_id);

-- Who asks again under the same key gets the first answer. A row is written in the transaction of what it answers for.
create table idempotency_keys (
  key_hash text primary key,
  request_hash text not null,
  order_id text,
  answer jsonb,
  created_at timestamptz(3) not null default now()
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_order on idempotency_keys (order_id);

-- No order brings back more than it took.
create function stock_returned_once() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct order_id, product_id from arrived where order_id is not null and change > 0) back
    where (select sum(change) from stock_movements m
      where m.order_id = back.order_id and m.product_id = back.product_id) > 0
  ) then
    raise exception 'More would come back than the order took' using errcode = 'check_violation', constraint = 'stock_returned_once';
  end if;
  return null;
end $$;
create trigger stock_returned_once after insert on stock_movements
  referencing new table as arrived for each statement execute function stock_returned_once();
