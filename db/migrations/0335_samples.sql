-- compatible
-- Free samples of products. A sample is a product that is never published, so it has stock, batches, and a formula, and the
-- catalog doesn't show it.
create table samples (
  product_id text primary key references products on delete cascade,
  -- The product that it is a sample of.
  full_size_id text not null references products on delete cascade,
  -- Whether shoppers can choose it.
  active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  constraint samples_full_size check (full_size_id <> product_id)
);
create index samples_of_full_size on samples (full_size_id);

create function samples_stay_unpublished() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'samples' then
    -- The lock makes a product that is published at the same time wait.
    perform from products where id = new.product_id and status <> 'published' for no key update;
    if found then return null; end if;
  elsif not exists (select from samples where product_id = new.id) then
    return null;
  end if;
  raise exception 'A sample is never published' using errcode = 'check_violation', constraint = 'products_sample';
end $$;
create trigger samples_stay_unpublished after insert on samples
  for each row execute function samples_stay_unpublished();
create trigger products_sample after update of status on products
  for each row when (new.status = 'published' and old.status <> 'published') execute function samples_stay_unpublished();

alter table order_items add column sample boolean not null default false;
alter table order_items drop constraint order_items_price_check;
alter table order_items add constraint order_items_price
  check (case when sample then price = 0 and quantity = 1 else price > 0 end) not valid;

-- No refund covers more of a product than was ordered, or a sample. The order's lock makes the sum reliable.
create or replace function refund_items_within_order() returns trigger language plpgsql as $$
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

create or replace function webhook_order(o orders) returns jsonb language sql stable as $$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'payment_status', o.payment_status,
    'payment_method', o.payment_method, 'region', o.region, 'currency', o.currency, 'subtotal', o.subtotal, 'discount', o.discount,
    'shipping', o.shipping, 'tax', o.tax, 'total', o.total_amount,
    'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'items', (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'sku', p.sku, 'name', i.name,
        'quantity', i.quantity, 'amount', i.amount, 'sample', i.sample) order by i.sample, i.id)
      from order_items i left join products p on p.id = i.product_id where i.order_id = o.id))
$$;
