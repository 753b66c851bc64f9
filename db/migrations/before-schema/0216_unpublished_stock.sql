-- compatible
-- Finds drafts and archived products by stock. Null for published products, whose sales therefore skip the index.

alter table stock_levels add column unpublished_status text;

create or replace function products_open_stock() returns trigger language plpgsql as $$
begin
  insert into stock_levels (product_id, unpublished_status) values (new.id, nullif(new.status, 'published'));
  return null;
end $$;

create function products_stock_status() returns trigger language plpgsql as $$
begin
  update stock_levels set unpublished_status = nullif(new.status, 'published') where product_id = new.id;
  return null;
end $$;
create trigger products_stock_status after update of status on products
  for each row when (old.status <> new.status) execute function products_stock_status();
