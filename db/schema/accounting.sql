-- The ledger. The lines of an entry add up to zero, in its currency and in US cents.
create table accounting (
  id text primary key,
  description text not null check (description <> ''),
  amount bigint not null,
  currency text not null default 'usd' check (currency in ('usd', 'cad', 'gbp', 'inr')),
  kind text not null default 'manual' constraint accounting_kind_check
    check (kind in ('manual', 'sale', 'refund', 'gift_card', 'fee', 'payout', 'unassigned')),
  -- What the entry is for. A cause is posted once.
  cause text unique,
  order_id text references orders,
  created_by text,
  entry_date timestamptz(3) not null default now()
);
create index accounting_newest on accounting (entry_date desc, id desc);
create index accounting_order on accounting (order_id);
create index accounting_by_kind on accounting (kind, entry_date desc, id desc);
create index accounting_search on accounting using gin (lower(description) gin_trgm_ops) where kind = 'manual';

create table accounting_lines (
  entry_id text not null references accounting,
  account text not null constraint accounting_lines_account_check check (account in (
    'card_clearing', 'gift_cards', 'sales', 'discounts', 'shipping', 'tax_payable', 'refunds', 'bank', 'other', 'inventory', 'loans',
    'owners_capital', 'owners_drawings', 'other_income', 'cost_of_goods', 'processing_fees', 'disputes', 'exchange_differences',
    'rent', 'marketing', 'other_expenses')),
  amount bigint not null,
  base_amount bigint not null,
  primary key (entry_id, account)
);

-- Entries can't be added to these months.
create table accounting_closed_months (
  month date primary key check (month = date_trunc('month', month)),
  closed_at timestamptz(3) not null default now(),
  closed_by text
);

-- Sums of past days, which don't change: entries are dated when they are made.
create table accounting_days (
  day date not null,
  account text not null,
  base_amount bigint not null,
  -- If the store's time zone changes, past days are added up again.
  time_zone text not null default 'UTC',
  primary key (time_zone, day, account)
);

-- Invoices and credit notes. Each kind has its own numbers, without gaps.
create table invoices (
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null check (number > 0),
  order_id text not null references orders,
  refund_id text unique references refunds,
  issued_at timestamptz(3) not null,
  -- A credit note whose refund failed afterwards keeps its number.
  voided_at timestamptz(3),
  -- The seller's details when it was issued.
  seller jsonb not null default '{}',
  primary key (kind, number),
  check ((kind = 'credit_note') = (refund_id is not null)),
  check (kind = 'credit_note' or voided_at is null)
);
create unique index invoices_once on invoices (order_id) where kind = 'invoice';
create index invoices_order on invoices (order_id);

create function accounting_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount) <> 0 or sum(base_amount) <> 0 from accounting_lines where entry_id = new.entry_id) then
    raise exception 'The lines of entry % do not balance', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger accounting_lines_balance after insert on accounting_lines
  deferrable initially deferred for each row execute function accounting_balances();

create function accounting_stays_open() returns trigger language plpgsql as $$
declare
  entry_month date := date_trunc('month', new.entry_date at time zone store_time_zone())::date;
begin
  perform lock_accounting_month(entry_month, false);
  if exists (select 1 from accounting_closed_months where month = entry_month) then
    raise exception 'The month of this entry is closed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;
create trigger accounting_month_open before insert or update of entry_date on accounting
  for each row execute function accounting_stays_open();

-- Numbers the posted sales and refunds that have no document yet, such as those of a generated store.
create function invoices_issue_missing() returns void language sql as $$
  select pg_advisory_xact_lock(7220933);
  insert into invoices (kind, number, order_id, issued_at)
  select 'invoice', coalesce((select max(number) from invoices where kind = 'invoice'), 0)
    + row_number() over (order by paid_at, order_id), order_id, paid_at
  from (
    select a.order_id, coalesce(p.paid_at, a.entry_date) as paid_at
    from accounting a
    left join payments p on p.order_id = a.order_id and p.state in ('paid', 'refunded') and not p.surplus
    where a.kind = 'sale' and a.order_id is not null
      and not exists (select from invoices i where i.order_id = a.order_id and i.kind = 'invoice')
  ) sales;
  insert into invoices (kind, number, order_id, refund_id, issued_at)
  select 'credit_note', coalesce((select max(number) from invoices where kind = 'credit_note'), 0)
    + row_number() over (order by r.done_at, r.id), r.order_id, r.id, r.done_at
  from refunds r
  where r.state = 'done' and exists (select from accounting a where a.cause = 'refund:' || r.id)
    and not exists (select from invoices i where i.refund_id = r.id)
$$;

-- An entry and the closing of its month wait for each other, so a closed month never gains an entry.
create function lock_accounting_month(month date, exclusive boolean) returns void language plpgsql as $$
begin
  if exclusive then
    perform pg_advisory_xact_lock(hashtextextended('accounting month ' || month, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('accounting month ' || month, 0));
  end if;
end $$;

create function accounting_month_closes() returns trigger language plpgsql as $$
begin
  perform lock_accounting_month(new.month, true);
  return new;
end $$;
create trigger accounting_month_closes before insert on accounting_closed_months
  for each row execute function accounting_month_closes();

create trigger accounting_lines_permanent before update or delete on accounting_lines
  for each row execute function refuse_rewrite();
create trigger invoices_permanent before delete or update of kind, number, order_id, refund_id, issued_at, seller
  on invoices for each row execute function refuse_rewrite();
