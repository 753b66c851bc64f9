-- The owner is emailed once when a product runs low, and again only after it has been restocked.
alter table stock_levels add column low_stock_notified boolean not null default false;
update stock_levels set low_stock_notified = true where available <= 5;

create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  perform from stock_levels where product_id in (select product_id from arrived) order by product_id for update;
  with moved as (
    select product_id, sum(change)::integer as change, bool_or(reason in ('received', 'returned', 'counted')) as is_rare
    from arrived group by product_id having sum(change) <> 0
  ), leveled as (
    update stock_levels s set available = s.available + m.change,
      low_stock_notified = s.low_stock_notified and s.available + m.change <= 5
    from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as level_before, m.is_rare
  ), turned as (
    update products p set in_stock = l.level > 0 from leveled l
    where p.id = l.product_id and (l.level > 0) <> (l.level_before > 0) and p.in_stock <> (l.level > 0)
  )
  select array_agg(product_id) into changed from leveled
    where (level > 0) = (level_before > 0) and (is_rare or least(level, 6) <> least(level_before, 6));
  perform catalog_note_change(id) from unnest(changed) as id;
  return null;
end $$;

-- A change made by staff and sent twice under one key counts once.
create unique index stock_movements_by_key on stock_movements (product_id, cause)
  where order_id is null and cause <> '';
