-- The cart on the server: what a product cost when it was put in, and which guests' carts have been merged.

alter table cart_items add column added_price bigint check (added_price > 0);
create index cart_items_of_user on cart_items (user_id, created_at, id);

-- A guest's cart has a key of its own: whichever tab comes first merges it, and the next finds it merged.
create table cart_merges (
  key_hash text primary key,
  user_id text not null references profiles on delete cascade,
  at timestamptz(3) not null default now()
);
create index cart_merges_user on cart_merges (user_id);
create index cart_merges_at on cart_merges (at);

-- All moves of one statement are taken together: a hold that becomes a sale leaves the level untouched, and nobody is
-- told of goods that came back for the blink of an eye. Levels are locked in the order of their products, always.
create function stock_moved() returns trigger language plpgsql as $$
declare
  moved record;
  level integer;
begin
  for moved in
    select product_id, sum(change)::integer as change from arrived group by product_id
    having sum(change) <> 0 order by product_id
  loop
    update stock_levels set available = available + moved.change
      where product_id = moved.product_id returning available into level;
    if (level > 0) <> (level - moved.change > 0) then
      update products set in_stock = level > 0 where id = moved.product_id;
    elsif least(level, 6) <> least(level - moved.change, 6) then
      perform catalog_note_change(moved.product_id);
    end if;
  end loop;
  return null;
end $$;
drop trigger stock_movements_level on stock_movements;
create trigger stock_movements_level after insert on stock_movements
  referencing new table as arrived for each statement execute function stock_moved();
drop function stock_movements_apply();

-- Goods of one order may come back in parts; each part has a cause of its own, and none counts twice.
alter table stock_movements add column cause text not null default '';
drop index stock_movements_once;
create unique index stock_movements_once on stock_movements (order_id, product_id, reason, cause)
  where order_id is not null;
