-- Gift cards, and store credit, which is a gift card of an account without a code. Amounts are in minor units of the card's
-- currency. A card's code is not stored, only its hash.
create table gift_cards (
  id text primary key,
  kind text not null check (kind in ('code', 'credit')),
  code_hash text unique,
  last4 text check (last4 ~ '^[0-9A-Z]{4}$'),
  -- Raised to replace a code that is lost or was seen by somebody else.
  code_version integer not null default 1 check (code_version > 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  -- Units of the currency per US dollar when it was issued. The ledger carries its balance at this rate.
  rate numeric(12, 6) not null check (rate > 0),
  -- A card that is sold is pending until its order is paid.
  state text not null default 'active' check (state in ('pending', 'active', 'disabled')),
  balance bigint not null default 0 constraint gift_cards_balance check (balance >= 0),
  -- The balance in US cents. It is 0 when the balance is 0.
  base_balance bigint not null default 0,
  expires_at timestamptz(3),
  -- The account that has the store credit.
  user_id text references profiles on delete set null,
  -- The order that it was sold with.
  order_id text unique references orders on delete cascade,
  recipient_name text check (char_length(recipient_name) between 1 and 100),
  recipient_email text check (recipient_email = lower(recipient_email) and char_length(recipient_email) <= 254),
  sender_name text check (char_length(sender_name) between 1 and 100),
  message text check (char_length(message) between 1 and 500),
  -- When the recipient gets the email. Null if it isn't sent by email.
  send_at timestamptz(3),
  sent_at timestamptz(3),
  created_by text,
  created_at timestamptz(3) not null default now(),
  constraint gift_cards_code check ((kind = 'code') = (code_hash is not null) and (kind = 'code') = (last4 is not null)),
  constraint gift_cards_credit check (kind = 'code' or (order_id is null and send_at is null)),
  constraint gift_cards_sent check (sent_at is null or send_at is not null)
);
create unique index gift_cards_credit_once on gift_cards (user_id, currency) where kind = 'credit';
create index gift_cards_newest on gift_cards (created_at desc, id desc);
create index gift_cards_balances on gift_cards (balance desc, id desc);
create index gift_cards_recipient on gift_cards (recipient_email) where recipient_email is not null;
create index gift_cards_search on gift_cards using gin (
  lower(coalesce(last4, '') || ' ' || coalesce(recipient_name, '') || ' ' || coalesce(recipient_email, '')) gin_trgm_ops);
create index gift_cards_to_send on gift_cards (send_at) where sent_at is null and send_at is not null;

alter table refunds add foreign key (credit_id) references gift_cards;

-- How much each gift card pays of an order. They are charged in this order, and refunded in the opposite one.
create table order_gift_cards (
  order_id text not null references orders on delete cascade,
  gift_card_id text not null references gift_cards,
  position integer not null check (position > 0),
  amount bigint not null check (amount > 0),
  primary key (order_id, gift_card_id),
  unique (order_id, position)
);
create index order_gift_cards_card on order_gift_cards (gift_card_id);

-- Every change of a balance. A trigger keeps the balance.
create table gift_card_movements (
  id bigint generated always as identity primary key,
  gift_card_id text not null references gift_cards on delete cascade,
  change bigint not null check (change <> 0),
  -- In US cents at the card's rate.
  base_change bigint not null default 0,
  reason text not null check (
    reason in ('issued', 'sold', 'redeemed', 'released', 'refunded', 'adjusted', 'taken_back', 'restored', 'written_off')),
  order_id text references orders on delete cascade,
  refund_id text references refunds on delete cascade,
  actor_id text,
  note text check (note <> '' and char_length(note) <= 500),
  created_at timestamptz(3) not null default now(),
  -- Movements of sales and refunds are booked with them. Each of the others gets an entry of its own.
  to_book boolean not null default false,
  constraint gift_card_movements_cause check (
    (reason in ('sold', 'redeemed', 'released')) <= (order_id is not null)
    and (reason in ('refunded', 'taken_back', 'restored')) <= (refund_id is not null)
    and (change > 0 or reason in ('redeemed', 'adjusted', 'taken_back')))
);
create index gift_card_movements_card on gift_card_movements (gift_card_id, id desc);
create index gift_card_movements_order on gift_card_movements (order_id) where order_id is not null;
create index gift_card_movements_refund on gift_card_movements (refund_id) where refund_id is not null;
create index gift_card_movements_to_book on gift_card_movements (id) where to_book;
create index gift_card_movements_lately on gift_card_movements (created_at)
  where reason in ('sold', 'redeemed', 'released');
create unique index gift_card_movements_sold_once on gift_card_movements (gift_card_id) where reason = 'sold';

-- The card's lock makes its movements follow one another. What leaves nothing takes the rest in US cents as well.
create function gift_card_moves() returns trigger language plpgsql as $$
declare
  card gift_cards;
begin
  select * into card from gift_cards where id = new.gift_card_id for no key update;
  new.base_change := case
    when card.balance + new.change = 0 then -card.base_balance
    when new.reason = 'released' then (select coalesce(-sum(base_change), 0) from gift_card_movements
      where gift_card_id = new.gift_card_id and order_id = new.order_id and reason in ('redeemed', 'released'))
    else sign(new.change) * round(abs(new.change) / card.rate) end;
  update gift_cards set balance = balance + new.change, base_balance = base_balance + new.base_change
    where id = new.gift_card_id;
  return new;
end $$;
create trigger gift_card_moves before insert on gift_card_movements for each row execute function gift_card_moves();

create function gift_card_movements_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Movements of gift cards are permanent' using errcode = 'restrict_violation';
end $$;
create trigger gift_card_movements_permanent
  before update of gift_card_id, change, base_change, reason, order_id, refund_id, created_at on gift_card_movements
  for each row execute function gift_card_movements_refuse_change();

-- An order that is cancelled before it is paid gives its gift cards their money back.
create function gift_cards_release() returns trigger language plpgsql as $$
begin
  insert into gift_card_movements (gift_card_id, change, reason, order_id, created_at, to_book)
  select gift_card_id, -sum(change), 'released', new.id, new.updated_at, new.payment_method = 'demo'
  from gift_card_movements where order_id = new.id and reason in ('redeemed', 'released')
  group by gift_card_id having sum(change) < 0 order by gift_card_id;
  if new.payment_method = 'demo' then
    perform enqueue_jobs('[{"name": "book-gift-cards", "payload": {}, "key": "book-gift-cards"}]');
  end if;
  return null;
end $$;
create trigger gift_cards_release after update of status on orders for each row
  when (new.gift_card_amount > 0 and new.status = 'cancelled' and old.status <> 'cancelled'
    and new.payment_status in ('pending', 'failed'))
  execute function gift_cards_release();

-- A guest's return or exchange adds to a gift card that nobody has yet. It is emailed once it has money to spend.
create function gift_card_first_sent(card text, at timestamptz) returns void language plpgsql as $$
begin
  update gift_cards set send_at = at
    where id = card and kind = 'code' and order_id is null and recipient_email is not null and send_at is null;
  if found then
    perform enqueue_jobs(json_build_array(json_build_object('name', 'send-gift-card',
      'payload', json_build_object('id', card), 'key', 'send-gift-card:' || card)));
  end if;
end $$;

-- A refund to store credit adds to it. What an exchange adds pays for the replacement in the same transaction.
create function gift_cards_credit(refund refunds) returns void language plpgsql as $$
begin
  insert into gift_card_movements (gift_card_id, change, reason, refund_id, actor_id, created_at)
  values (refund.credit_id, refund.amount, 'refunded', refund.id, refund.actor_id, refund.done_at);
  if refund.reason <> 'exchanged' then perform gift_card_first_sent(refund.credit_id, refund.done_at); end if;
end $$;

-- A refund to gift cards returns the money to those that paid the order, the last one first.
create function gift_cards_refund(refund refunds) returns void language plpgsql as $$
declare
  remaining bigint := refund.amount;
  payer record;
begin
  for payer in
    select p.gift_card_id, p.amount - coalesce((
        select sum(m.change) from gift_card_movements m join refunds r on r.id = m.refund_id
        where m.reason = 'refunded' and m.gift_card_id = p.gift_card_id and r.order_id = p.order_id
          and r.tender = 'gift_card'), 0) as amount
    from order_gift_cards p where p.order_id = refund.order_id order by p.position desc
  loop
    exit when remaining = 0;
    continue when payer.amount <= 0;
    insert into gift_card_movements (gift_card_id, change, reason, refund_id, actor_id, created_at)
    values (payer.gift_card_id, least(payer.amount, remaining), 'refunded', refund.id, refund.actor_id, refund.done_at);
    update gift_cards set expires_at = refund.done_at + interval '1 year'
      where id = payer.gift_card_id and expires_at < refund.done_at + interval '1 year';
    perform gift_card_first_sent(payer.gift_card_id, refund.done_at);
    remaining := remaining - least(payer.amount, remaining);
  end loop;
  if remaining > 0 then
    raise exception 'More would be refunded to gift cards than they paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
end $$;

-- A refund of an order that sold a gift card takes its amount off the card. Staff can't refund what was spent; if the
-- customer's bank pays it back, what is left of the card is taken.
create function gift_cards_take_back(refund refunds) returns void language plpgsql as $$
declare
  card gift_cards;
  amount bigint;
begin
  select * into card from gift_cards where order_id = refund.order_id for no key update;
  if card.id is null or card.state = 'pending' or (select surplus from payments where id = refund.payment_id) then return; end if;
  amount := least(refund.amount, card.balance);
  if amount < refund.amount and refund.reason not in ('elsewhere', 'disputed') then
    raise exception 'The gift card was used' using errcode = 'check_violation', constraint = 'gift_card_used';
  end if;
  if amount > 0 then
    insert into gift_card_movements (gift_card_id, change, reason, refund_id, actor_id, created_at)
    values (card.id, -amount, 'taken_back', refund.id, refund.actor_id, refund.created_at);
  end if;
end $$;

create function gift_cards_restore(refund refunds) returns void language sql as $$
  insert into gift_card_movements (gift_card_id, change, reason, refund_id, created_at)
  select gift_card_id, -sum(change), 'restored', refund.id, coalesce(refund.failed_at, now())
  from gift_card_movements where refund_id = refund.id and reason in ('taken_back', 'restored')
  group by gift_card_id having sum(change) < 0
$$;

create function refunds_move_gift_cards() returns trigger language plpgsql as $$
begin
  if new.tender = 'gift_card' then
    if new.state = 'done' and (tg_op = 'INSERT' or old.state <> 'done') then perform gift_cards_refund(new); end if;
  elsif new.tender = 'store_credit' then
    if new.state = 'done' and (tg_op = 'INSERT' or old.state <> 'done') then perform gift_cards_credit(new); end if;
  elsif new.state = 'failed' then
    if tg_op = 'UPDATE' then perform gift_cards_restore(new); end if;
  elsif tg_op = 'INSERT' or old.state = 'failed' then
    perform gift_cards_take_back(new);
  end if;
  return null;
end $$;
create trigger refunds_move_gift_cards after insert or update of state on refunds
  for each row execute function refunds_move_gift_cards();
