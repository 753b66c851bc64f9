-- The lists of the back office: each walks an index in order and stops after a page, and finds letters within words.

create extension if not exists pg_trgm;

create index profiles_found on profiles using gin (lower(email || ' ' || coalesce(full_name, '')) gin_trgm_ops);

create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_unpaid on orders (created_at desc, id desc) where payment_status = 'failed';
create index orders_found on orders using gin (
  lower(number || ' ' || email || ' ' || coalesce(shipping_address ->> 'firstName', '') || ' '
    || coalesce(shipping_address ->> 'lastName', '')) gin_trgm_ops);

create index products_every_newest on products (created_at desc, id desc);
create index products_every_name on products (name, id);
create index products_every_price on products (price, id);
create index products_by_standing on products (status, created_at desc, id desc);
create index products_found on products using gin (lower(name || ' ' || brand || ' ' || slug) gin_trgm_ops);

create index reviews_waiting on reviews (created_at, id) where status = 'pending';
