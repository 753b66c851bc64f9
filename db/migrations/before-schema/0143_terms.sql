-- Whether an order's prices included its tax. Then the tax is part of the total, not added to it.
alter table orders add column tax_included boolean not null default false;
alter table orders drop constraint orders_parts_add_up, add constraint orders_parts_add_up
  check (subtotal - discount + shipping + case when tax_included then 0 else tax end = total_amount) not valid;

-- The stock at and below which a product is low.
create function low_stock() returns integer language sql stable as $$
  select coalesce((select value::integer from settings where key = 'lowStock' and jsonb_typeof(value) = 'number'), 5)
$$;

create index stock_levels_available on stock_levels (available);
drop index stock_levels_low;

create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  low integer := low_stock();
  turned text[];
  changed text[];
begin
  perform from stock_levels where product_id in (select product_id from arrived) order by product_id for update;
  with moved as (
    select product_id, sum(change)::integer as change, bool_or(reason in ('received', 'returned', 'counted')) as is_rare
    from arrived group by product_id having sum(change) <> 0
  ), leveled as (
    update stock_levels s set available = s.available + m.change,
      low_stock_notified = s.low_stock_notified and s.available + m.change <= low
    from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as level_before, m.is_rare
  )
  select array_agg(product_id) filter (where (level > 0) <> (level_before > 0)),
      array_agg(product_id) filter (where (level > 0) = (level_before > 0)
        and (is_rare or least(level, low + 1) <> least(level_before, low + 1)))
    into turned, changed from leveled;
  if turned is not null then
    perform lock_families_of(turned);
    update products p set in_stock = not p.in_stock from stock_levels s
      where p.id = any (turned) and s.product_id = p.id and p.in_stock <> (s.available > 0);
  end if;
  perform catalog_note_change(id) from unnest(changed) as id;
  return null;
end $$;
