-- What can still be bought. Separate from products, so that a sale rewrites 40 bytes instead of a whole product.
create table stock_levels (
  product_id text primary key references products on delete cascade,
  available integer not null default 0 constraint stock_never_negative check (available >= 0),
  -- The owner is emailed once when a product runs low, and again only after it has been restocked.
  low_stock_notified boolean not null default false,
  -- Finds drafts and archived products by stock. Null for published products, whose sales therefore skip the index.
  unpublished_status text
) with (fillfactor = 50);
-- The back office sorts products by stock.
create index stock_levels_sorted on stock_levels (available, product_id);
create index stock_levels_unpublished on stock_levels (unpublished_status, available, product_id)
  where unpublished_status is not null;

-- Every change of stock. A trigger applies it to the level.
create table stock_movements (
  id bigint generated always as identity primary key,
  product_id text not null references products,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('received', 'held', 'released', 'sold', 'returned', 'counted', 'recalled')),
  order_id text,
  actor_id text,
  note text,
  created_at timestamptz(3) not null default now(),
  -- Makes a movement unique: items of one order may be returned in several parts, and none counts twice.
  cause text not null default '',
  -- Of what staff received, counted, or recalled.
  batch_id text references batches,
  foreign key (order_id) references orders
);
create unique index stock_movements_once on stock_movements (order_id, product_id, reason, cause)
  where order_id is not null;
create index stock_movements_product on stock_movements (product_id, id desc);
-- A change by staff that is sent twice with one key counts once.
create unique index stock_movements_by_key on stock_movements (product_id, cause)
  where order_id is null and cause <> '';

create index stock_movements_batch on stock_movements (batch_id, id) where batch_id is not null;

create function products_open_stock() returns trigger language plpgsql as $$
begin
  insert into stock_levels (product_id, unpublished_status) values (new.id, nullif(new.status, 'published'));
  return null;
end $$;
create trigger products_stock after insert on products
  for each row execute function products_open_stock();

-- A product page shows how many can be ordered, up to 20. Selling out, restocking, and the last six are recorded by
-- stock_moved() already.
create function stock_levels_shown() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(new.product_id);
  return null;
end $$;
create trigger stock_levels_shown after update on stock_levels for each row
  when (least(old.available, 20) <> least(new.available, 20) and least(old.available, 6) = least(new.available, 6))
  execute function stock_levels_shown();

-- Applies movements to levels. Several products are locked in order first; a single one needs no lock before its update.
create function stock_moved() returns trigger language plpgsql as $$
declare
  low integer := coalesce((select value::integer from settings where key = 'lowStock' and jsonb_typeof(value) = 'number'), 5);
  turned text[];
  changed text[];
begin
  if (select min(product_id) <> max(product_id) from arrived) then
    perform from stock_levels where product_id in (select product_id from arrived group by 1 having sum(change) <> 0)
      order by product_id for update;
  end if;
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
  if changed is not null then
    perform catalog_note_change(id) from unnest(changed) as id;
  end if;
  return null;
end $$;
create trigger stock_movements_level after insert on stock_movements
  referencing new table as arrived for each statement execute function stock_moved();

-- An order can't return more than it took.
create function stock_returned_once() returns trigger language plpgsql as $$
begin
  if (select bool_or(change > 0) from arrived) and exists (
    select from (select distinct order_id, product_id from arrived where order_id is not null and change > 0) back
    where (select sum(change) from stock_movements m
      where m.order_id = back.order_id and m.product_id = back.product_id) > 0
  ) then
    raise exception 'More would come back than the order took' using errcode = 'check_violation', constraint = 'stock_returned_once';
  end if;
  return null;
end $$;
create trigger stock_returned_once after insert on stock_movements
  referencing new table as arrived for each statement execute function stock_returned_once();

create trigger stock_movements_of_batches after insert on stock_movements
  referencing new table as arrived for each statement execute function batches_follow_stock();

-- The stock at and below which a product is low.
create function low_stock() returns integer language sql stable as $$
  select coalesce((select value::integer from settings where key = 'lowStock' and jsonb_typeof(value) = 'number'), 5)
$$;

create function products_stock_status() returns trigger language plpgsql as $$
begin
  update stock_levels set unpublished_status = nullif(new.status, 'published') where product_id = new.id;
  return null;
end $$;
create trigger products_stock_status after update of status on products
  for each row when (old.status <> new.status) execute function products_stock_status();

create trigger stock_movements_permanent before update or delete on stock_movements
  for each row execute function refuse_rewrite();
