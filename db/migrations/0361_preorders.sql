-- compatible
-- Products that ship from a date on are sold before their stock is in.
alter table products add column preorder_date date;
alter table order_items add column preorder_date date;
create index order_items_preordered on order_items (product_id, order_id) where preorder_date is not null;

-- When the stock of a pre-order is in, its orders wait no longer. When its date moves, a job emails their buyers.
create function products_move_preorders() returns trigger language plpgsql as $$
begin
  if new.preorder_date is null then
    update order_items set preorder_date = null where product_id = new.id and preorder_date is not null;
  elsif old.preorder_date is not null then
    perform outbox_add(json_build_array(json_build_object('name', 'preorder-moved',
      'payload', json_build_object('productId', new.id), 'key', 'preorder-moved:' || new.id)));
  end if;
  return null;
end $$;
create trigger products_preorders after update of preorder_date on products for each row
  when (old.preorder_date is distinct from new.preorder_date and old.preorder_date is not null)
  execute function products_move_preorders();
