-- The books: each entry has lines, and the lines of an entry net to zero in its own currency and in US cents.

create table accounting (
  id text primary key,
  description text not null check (description <> ''),
  amount bigint not null,
  currency text not null default 'usd' check (currency in ('usd', 'cad', 'gbp', 'inr')),
  kind text not null default 'manual' check (kind in ('manual', 'sale', 'refund')),
  -- what caused the entry: the same cause is never booked twice
  cause text unique,
  order_id text references orders,
  created_by text,
  entry_date timestamptz(3) not null default now()
);
create index accounting_newest on accounting (entry_date desc, id desc);
create index accounting_order on accounting (order_id);

create table accounting_lines (
  entry_id text not null references accounting,
  account text not null check (account in
    ('card_clearing', 'sales', 'discounts', 'shipping', 'tax_payable', 'refunds', 'bank', 'other')),
  amount bigint not null,
  base_amount bigint not null,
  primary key (entry_id, account)
);

create function accounting_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount) <> 0 or sum(base_amount) <> 0 from accounting_lines where entry_id = new.entry_id) then
    raise exception 'The lines of entry % do not balance', new.entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger accounting_lines_balance after insert on accounting_lines
  deferrable initially deferred for each row execute function accounting_balances();
create trigger accounting_lines_kept before update or delete on accounting_lines
  for each row execute function refuse_rewrite();
