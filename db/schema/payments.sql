create table payments (
  id text primary key,
  order_id text not null references orders,
  provider text not null,
  provider_id text unique,
  amount bigint not null check (amount >= 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  state text not null check (state in ('open', 'authorized', 'paid', 'failed', 'expired', 'refunded')),
  paid_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  intent_id text,
  url text,
  attempt integer not null default 1,
  declined_at timestamptz(3),
  network text,
  -- A second payment of a paid order. It is refunded at once.
  surplus boolean not null default false,
  -- A payment link stays open for days, longer than any page of the provider.
  link boolean not null default false,
  -- When the shopper confirmed a payment that the provider hasn't settled yet. It holds its stock longer.
  processing_at timestamptz(3),
  -- The setting when it was created: later changes of the setting don't change open payments.
  capture text not null default 'automatic' constraint payments_capture check (capture in ('automatic', 'manual')),
  authorized_at timestamptz(3),
  -- When the owner was warned that the authorization ends soon.
  warned_at timestamptz(3),
  constraint payments_authorized_when check (
    state <> 'authorized' or (capture = 'manual' and authorized_at is not null and intent_id is not null)),
  constraint payments_paid_when check (
    state not in ('paid', 'refunded') or (paid_at is not null and provider_id is not null))
);
create index payments_order on payments (order_id);
create unique index payments_one_open on payments (order_id) where state = 'open';
create unique index payments_one_authorized on payments (order_id) where state = 'authorized';
create index payments_open on payments (expires_at) where state = 'open';
create unique index payments_paid_once on payments (order_id) where state in ('paid', 'refunded') and not surplus;
create index payments_intent on payments (intent_id) where intent_id is not null;
create index payments_open_network on payments (network) where state = 'open';

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

-- Events from the payment provider, once each. `outcome` tells how the store handled it.
create table provider_events (
  id text primary key,
  kind text not null,
  session_id text,
  order_id text,
  outcome text not null,
  happened_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  -- A refund or dispute may be reported before its payment; it is handled once the payment is known.
  intent_id text
);
create index provider_events_order on provider_events (order_id);
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

create table refunds (
  id text primary key,
  order_id text not null references orders,
  payment_id text not null references payments,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  reason text not null check (reason in ('cancelled', 'late', 'surplus', 'refunded', 'returned', 'exchanged', 'elsewhere', 'disputed')),
  -- What it is for. A repeated request with the same cause is the same refund.
  cause text not null unique,
  provider_id text unique,
  attempt integer not null default 1,
  actor_id text,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  failed_at timestamptz(3),
  -- Why it failed. Staff retry it, or record that they settled it in another way.
  failure text,
  settled_at timestamptz(3),
  -- What a refund is for: items, shipping, and a note. The rest of its amount is for items, tax included.
  shipping bigint not null default 0,
  note text,
  note_shared boolean not null default false,
  -- A repeated request must be the same request.
  request_hash text,
  -- In US cents at the order's rate, once done. The base amounts of an order's refunds add up to their sum's base amount.
  base_amount bigint,
  -- Where the money goes. A refund of an order that both paid is two refunds.
  tender text not null default 'card' constraint refunds_tender check (tender in ('card', 'gift_card', 'store_credit')),
  -- The gift card or store credit that a return or an exchange adds to.
  credit_id text,
  check ((state = 'done') = (done_at is not null)),
  constraint refunds_shipping_check check (shipping between 0 and amount),
  constraint refunds_credit check ((tender = 'store_credit') = (credit_id is not null))
);
create index refunds_order on refunds (order_id, created_at);
create index refunds_payment on refunds (payment_id);
create index refunds_credited on refunds (credit_id) where credit_id is not null;
create index refunds_waiting on refunds (order_id) where state = 'failed' and settled_at is null;

create table refund_items (
  refund_id text not null references refunds on delete cascade,
  product_id text not null references products,
  quantity integer not null check (quantity > 0),
  primary key (refund_id, product_id)
);

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
  -- As the provider calls it; unknown for disputes of earlier versions, until the provider is asked.
  provider_status text not null default 'unknown',
  due_by timestamptz(3),
  -- Some banks accept no evidence.
  answerable boolean not null default true,
  -- By staff, for the bank. A draft until the evidence is sent.
  explanation text constraint disputes_explanation check (length(explanation) <= 10000),
  version integer not null default 1,
  response text constraint disputes_response check (response in ('evidence', 'acceptance')),
  responded_at timestamptz(3),
  responded_by text,
  -- As it is sent. It can be removed with personal data, but not changed.
  evidence jsonb,
  attempt integer not null default 1,
  sent_at timestamptz(3),
  -- Why the provider refused the last response.
  failure text,
  check ((state = 'open') = (closed_at is null)),
  constraint disputes_responded check ((response is null) = (responded_at is null)),
  constraint disputes_sent check (sent_at is null or response is not null),
  constraint disputes_evidence check (evidence is null or response = 'evidence')
);
create index disputes_order on disputes (order_id);
create index disputes_open on disputes (opened_at) where state = 'open';
create index disputes_newest on disputes (opened_at, id);

create function disputes_keep_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'Evidence that is being sent doesn’t change' using errcode = 'check_violation', constraint = 'disputes_keep_evidence';
end $$;
create trigger disputes_keep_evidence before update of evidence on disputes for each row
  when (old.evidence is not null and new.evidence is not null and old.evidence <> new.evidence)
  execute function disputes_keep_evidence();

-- A payment's refunds can't exceed it, and all refunds of an order together can't exceed what card and gift cards paid. The
-- payment's lock makes the sums reliable.
create function refunds_within_payment() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and state <> 'failed' and tender = 'card')
      > (select amount from payments where id = new.payment_id)
    or (new.tender = 'gift_card'
      and (select sum(amount) from refunds where payment_id = new.payment_id and state <> 'failed' and tender = 'gift_card')
        > (select gift_card_amount from orders where id = new.order_id))
    or (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and state <> 'failed')
      > (select p.amount + o.gift_card_amount from payments p join orders o on o.id = p.order_id where p.id = new.payment_id) then
    raise exception 'More would be refunded than was paid' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create trigger refunds_within_payment after insert or update on refunds
  for each row execute function refunds_within_payment();

-- No refund covers more of a product than was ordered, or a sample. The order's lock makes the sum reliable.
create function refund_items_within_order() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct r.order_id, a.product_id from added a join refunds r on r.id = a.refund_id) added_lines
    where (select sum(i.quantity) from refund_items i join refunds r on r.id = i.refund_id
        where r.order_id = added_lines.order_id and i.product_id = added_lines.product_id and r.state <> 'failed')
      > (select coalesce(sum(i.quantity), 0) from order_items i
        where i.order_id = added_lines.order_id and i.product_id = added_lines.product_id and not i.sample)
  ) then
    raise exception 'More items would be refunded than were ordered'
      using errcode = 'check_violation', constraint = 'refund_items_within_order';
  end if;
  return null;
end $$;
create trigger refund_items_within_order after insert on refund_items
  referencing new table as added for each statement execute function refund_items_within_order();
