-- Invoices and credit notes show the seller as it was when they were issued.
alter table invoices add column seller jsonb not null default '{}';

-- Nobody recorded earlier sellers, so earlier documents keep today's.
update invoices set seller = s.seller
from (
  select coalesce((select value from settings where key = 'store'), '{}')
    || coalesce((select jsonb_build_object('timeZone', value) from settings where key = 'timeZone'), '{}') as seller
) s where s.seller <> '{}';

drop trigger invoices_permanent on invoices;
create trigger invoices_permanent before delete or update of kind, number, order_id, refund_id, issued_at, seller
  on invoices for each row execute function refuse_rewrite();
