-- Payments that are authorized at checkout and captured when the order ships.
alter table orders add column authorization_state text
  constraint orders_authorization_state check (authorization_state in ('authorized', 'expired', 'failed'));
alter table orders add column authorized_until timestamptz(3);
alter table orders drop constraint orders_move_when_paid;
alter table orders add constraint orders_move_when_paid check (
  status in ('pending', 'cancelled') or payment_status in ('paid', 'refunded') or payment_method = 'demo'
    or authorization_state is not null);
alter table orders add constraint orders_authorized_unpaid check (
  authorization_state is null or (payment_status in ('pending', 'failed') and authorized_until is not null));
drop index orders_to_pack;
create index orders_to_pack on orders (created_at)
  where status = 'pending' and (payment_status = 'paid' or payment_method = 'demo' or authorization_state = 'authorized');
create index orders_authorized on orders (authorized_until) where authorization_state is not null;

alter table payments drop constraint payments_state_check;
alter table payments add constraint payments_state_check
  check (state in ('open', 'authorized', 'paid', 'failed', 'expired', 'refunded'));
alter table payments add column capture text not null default 'automatic'
  constraint payments_capture check (capture in ('automatic', 'manual'));
alter table payments add column authorized_at timestamptz(3);
alter table payments add column warned_at timestamptz(3);
alter table payments add constraint payments_authorized_when check (
  state <> 'authorized' or (capture = 'manual' and authorized_at is not null and intent_id is not null));
create unique index payments_one_authorized on payments (order_id) where state = 'authorized';

-- What is charged of authorized payments.
create table captures (
  id text primary key,
  order_id text not null references orders,
  payment_id text not null references payments,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  -- Set before the provider is asked for the first time. Until then, it can be undone.
  submitted_at timestamptz(3),
  attempt integer not null default 1,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'failed') = (failed_at is not null))
);
create index captures_order on captures (order_id);
create unique index captures_one_pending on captures (payment_id) where state = 'pending';

-- No more is charged than was authorized. The payment's lock makes the sum reliable.
create function captures_within_authorization() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select sum(amount) from captures where payment_id = new.payment_id and state <> 'failed')
      > (select amount from payments where id = new.payment_id and capture = 'manual') then
    raise exception 'More would be charged than was authorized'
      using errcode = 'check_violation', constraint = 'captures_within_authorization';
  end if;
  return null;
end $$;
create trigger captures_within_authorization after insert or update on captures
  for each row execute function captures_within_authorization();
