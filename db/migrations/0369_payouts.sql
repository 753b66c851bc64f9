-- compatible
alter table accounting drop constraint accounting_kind_check;
alter table accounting add constraint accounting_kind_check
  check (kind in ('manual', 'sale', 'refund', 'gift_card', 'fee', 'payout', 'unassigned')) not valid;
alter table accounting validate constraint accounting_kind_check;
alter table accounting_lines drop constraint accounting_lines_account_check;
alter table accounting_lines add constraint accounting_lines_account_check check (account in (
    'card_clearing', 'gift_cards', 'sales', 'discounts', 'shipping', 'tax_payable', 'refunds', 'bank', 'other', 'inventory', 'loans',
    'owners_capital', 'owners_drawings', 'other_income', 'cost_of_goods', 'processing_fees', 'disputes', 'exchange_differences',
    'rent', 'marketing', 'other_expenses')) not valid;
alter table accounting_lines validate constraint accounting_lines_account_check;

-- What the payment provider says about its balance: payments, refunds, disputes, fees, and payouts, as it settles them.

create table provider_payouts (
  id text primary key,
  amount bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  status text not null,
  automatic boolean not null,
  arrives_at timestamptz(3) not null,
  failure text,
  created_at timestamptz(3) not null,
  -- Sums of its transactions, once they were read. The provider lists them only for automatic payouts.
  gross bigint,
  fees bigint,
  transactions integer,
  constraint provider_payouts_sums check ((gross is null) = (fees is null) and (gross is null) = (transactions is null))
);
create index provider_payouts_newest on provider_payouts (created_at desc, id desc);

create table provider_transactions (
  id text primary key,
  -- The provider's words.
  type text not null,
  category text not null,
  -- In the currency that the provider settles in. The balance changes by the amount without the fee.
  amount bigint not null,
  fee bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  exchange_rate numeric,
  source text not null check (source in ('charge', 'refund', 'dispute', 'payout', 'other')),
  source_id text,
  intent_id text,
  -- In the currency of the payment.
  paid_amount bigint,
  paid_currency text,
  available_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  payout_id text references provider_payouts,
  -- What it belongs to in the store, once that is known.
  payment_id text references payments,
  refund_id text references refunds,
  dispute_id text references disputes,
  unmatched boolean not null generated always as (case source when 'charge' then payment_id is null
    when 'refund' then refund_id is null when 'dispute' then dispute_id is null else false end) stored,
  -- Units of the currency per US dollar when it was read, for the ledger.
  rate numeric(12, 6),
  -- Not for those in other currencies than the ledger's, and those before the store began to read them.
  in_ledger boolean not null,
  to_book boolean not null,
  -- How many entries the ledger has for it.
  entries integer not null default 0,
  constraint provider_transactions_ledger check (not in_ledger or rate is not null),
  constraint provider_transactions_to_book check (in_ledger or not to_book)
);
create index provider_transactions_newest on provider_transactions (created_at desc, id desc);
create index provider_transactions_unmatched on provider_transactions (created_at desc, id desc) where unmatched;
create index provider_transactions_not_paid_out on provider_transactions (created_at desc, id desc)
  where payout_id is null and source <> 'payout';
create index provider_transactions_payout on provider_transactions (payout_id, created_at desc, id desc)
  where payout_id is not null;
create index provider_transactions_to_book on provider_transactions (created_at, id) where to_book;
create index provider_transactions_payment on provider_transactions (payment_id) where payment_id is not null;
create index provider_transactions_refund on provider_transactions (refund_id) where refund_id is not null;
create index provider_transactions_dispute on provider_transactions (dispute_id) where dispute_id is not null;

-- Stores that have taken payments have booked their fees and payouts by hand so far.
insert into store_facts (key, value) select 'provider-transactions', json_build_object('bookedFrom', now())
  where exists (select from payments where state in ('paid', 'refunded'));
