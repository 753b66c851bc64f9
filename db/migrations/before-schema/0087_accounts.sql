-- The accounts of a small store. Existing lines use only earlier names, so validation can't fail.

alter table accounting_lines drop constraint accounting_lines_account_check;
alter table accounting_lines add constraint accounting_lines_account_check check (account in
  ('card_clearing', 'sales', 'discounts', 'shipping', 'tax_payable', 'refunds', 'bank', 'other', 'inventory', 'loans',
   'owners_capital', 'owners_drawings', 'other_income', 'cost_of_goods', 'processing_fees', 'disputes', 'rent', 'marketing',
   'other_expenses')) not valid;
alter table accounting_lines validate constraint accounting_lines_account_check;

-- In existing demo stores, the owner's deposit counted as profit. Lines never change, so an entry of the same date moves it.
with deposit as (
  insert into accounting (id, description, amount, created_by, entry_date)
  select 'ent_capital', 'Owner’s deposit moved to owner’s capital', a.amount, a.created_by, a.entry_date
  from accounting a
  where a.kind = 'manual' and a.description = 'Owner’s deposit for the first season'
    and exists (select from store_facts where key = 'demo')
    and exists (select from accounting_lines l where l.entry_id = a.id and l.account = 'other')
    and not exists (select from accounting_closed_months c
      where c.month = date_trunc('month', a.entry_date at time zone 'UTC')::date)
  order by a.entry_date limit 1
  returning id, amount
)
insert into accounting_lines (entry_id, account, amount, base_amount)
select id, account, sign * amount, sign * amount
from deposit, (values ('other', 1), ('owners_capital', -1)) as lines (account, sign);
-- Sums of past days are added up again when the ledger is next read.
truncate accounting_days;
