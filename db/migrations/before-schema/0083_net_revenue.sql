-- Revenue is net of refunds: a refund counts against the hour of its order.
alter table orders add column base_refunded bigint not null default 0;
update orders o set base_refunded = r.amount from (
  select r.order_id, sum(r.base_amount) as amount from refunds r where r.base_amount is not null group by 1
) r where r.order_id = o.id;
alter table orders add constraint orders_base_refunded_check check (base_refunded between 0 and base_total);
create index orders_refunded on orders (created_at desc, id desc) where status = 'refunded' or base_refunded > 0;

create or replace function sales_note(o orders, sign integer) returns void language sql as $$
  insert into sales_changes (hour, region, orders, paid, revenue)
  select date_trunc('hour', o.created_at, 'UTC'), o.region, sign, sign * (o.payment_status = 'paid')::int,
    case when o.payment_status = 'paid' then sign * (o.base_total - o.base_refunded) else 0 end
$$;
insert into sales_changes (hour, region, orders, paid, revenue)
  select date_trunc('hour', created_at, 'UTC'), region, 0, 0, -base_refunded
  from orders where payment_status = 'paid' and base_refunded > 0;

drop trigger orders_tally on orders;
create trigger orders_tally after update on orders for each row
  when ((old.payment_status, old.payment_method, old.email, old.region, old.base_total, old.base_refunded, old.created_at)
    is distinct from (new.payment_status, new.payment_method, new.email, new.region, new.base_total, new.base_refunded, new.created_at))
  execute function orders_tallied();
