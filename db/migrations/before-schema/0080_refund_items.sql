-- What a refund is for: items, shipping, and a note. The rest of its amount is for items, tax included.
alter table refunds add column shipping bigint not null default 0;
alter table refunds add column note text;
alter table refunds add column note_shared boolean not null default false;
-- A repeated request must be the same request.
alter table refunds add column request_hash text;
-- In US cents at the order's rate, once done. The base amounts of an order's refunds add up to their sum's base amount.
alter table refunds add column base_amount bigint;
alter table refunds add constraint refunds_shipping_check check (shipping between 0 and amount);
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'late', 'surplus', 'refunded', 'returned', 'elsewhere', 'disputed'));

create table refund_items (
  refund_id text not null references refunds on delete cascade,
  product_id text not null references products,
  quantity integer not null check (quantity > 0),
  primary key (refund_id, product_id)
);

insert into refund_items (refund_id, product_id, quantity)
  select r.refund_id, i.product_id, i.quantity from returns r join return_items i on i.return_id = r.id
  where r.refund_id is not null;

with running as (
  select r.id, r.state, r.amount, o.rate, o.total_amount - o.shipping as items_total,
    sum(r.amount) filter (where r.state <> 'failed') over w as refunded,
    sum(r.amount) filter (where r.state = 'done') over w as done
  from refunds r join payments p on p.id = r.payment_id and not p.surplus join orders o on o.id = r.order_id
  window w as (partition by r.order_id order by r.created_at, r.id)
)
update refunds r set
  shipping = case when r.state = 'failed' then 0
    else greatest(0, least(r.amount, running.refunded - running.items_total)) end,
  base_amount = case when r.state = 'done'
    then round(running.done / running.rate) - round((running.done - running.amount) / running.rate) end
from running where running.id = r.id;

-- No refund covers more of a product than was ordered. The order's lock makes the sum reliable.
create function refund_items_within_order() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct r.order_id, a.product_id from added a join refunds r on r.id = a.refund_id) added_lines
    where (select sum(i.quantity) from refund_items i join refunds r on r.id = i.refund_id
        where r.order_id = added_lines.order_id and i.product_id = added_lines.product_id and r.state <> 'failed')
      > (select coalesce(sum(i.quantity), 0) from order_items i
        where i.order_id = added_lines.order_id and i.product_id = added_lines.product_id)
  ) then
    raise exception 'More items would be refunded than were ordered'
      using errcode = 'check_violation', constraint = 'refund_items_within_order';
  end if;
  return null;
end $$;
create trigger refund_items_within_order after insert on refund_items
  referencing new table as added for each statement execute function refund_items_within_order();
