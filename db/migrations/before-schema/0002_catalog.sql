-- What the shop sells. Money is whole US cents; other currencies follow from it by the region's rate.

create table categories (
  name text primary key,
  slug text not null unique,
  position integer not null unique
);
insert into categories (name, slug, position) values
  ('Skincare', 'skincare', 1),
  ('Makeup', 'makeup', 2),
  ('Haircare', 'haircare', 3),
  ('Fragrance', 'fragrance', 4),
  ('Tools & Accessories', 'tools-accessories', 5);

create table products (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  brand text not null default '',
  tagline text not null default '',
  description text not null default '',
  category text not null references categories on update cascade,
  price bigint not null check (price > 0),
  original_price bigint check (original_price > price),
  image_url text,
  size_quantity numeric(10, 2) check (size_quantity > 0),
  size_unit text check (size_unit in ('ml', 'g')),
  benefits text[] not null default '{}',
  ingredients text[] not null default '{}',
  how_to_use text[] not null default '{}',
  keywords text[] not null default '{}',
  featured boolean not null default false,
  status text not null default 'published' check (status in ('draft', 'published', 'archived')),
  in_stock boolean not null default false,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((size_quantity is null) = (size_unit is null))
);
-- Every list of the shop walks one of these in order and stops after a page.
create index products_newest on products (created_at desc, id desc) where status = 'published';
create index products_by_name on products (name, id) where status = 'published';
create index products_by_price on products (price, id) where status = 'published';
create index products_category_newest on products (category, created_at desc, id desc) where status = 'published';
create index products_category_name on products (category, name, id) where status = 'published';
create index products_category_price on products (category, price, id) where status = 'published';
create index products_featured on products (created_at desc, id desc) where status = 'published' and featured;

-- What can still be bought. Kept apart from products, so that a sale rewrites forty bytes and not a page of prose.
create table stock_levels (
  product_id text primary key references products on delete cascade,
  available integer not null default 0 constraint stock_never_negative check (available >= 0)
) with (fillfactor = 50);
create index stock_levels_low on stock_levels (available) where available <= 5;

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id text not null references products,
  change integer not null check (change <> 0),
  reason text not null check (reason in ('received', 'held', 'released', 'sold', 'returned', 'counted')),
  order_id text,
  actor_id text,
  note text,
  created_at timestamptz(3) not null default now()
);
create unique index stock_movements_once on stock_movements (order_id, product_id, reason) where order_id is not null;
create index stock_movements_product on stock_movements (product_id, id desc);

-- What shoppers are shown has changed: nodes drop the cached pages that show it.
create table catalog_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  product_id text not null,
  at timestamptz(3) not null default now()
);
create index catalog_changes_xid on catalog_changes (xid);

create function catalog_note_change(product text) returns void language plpgsql as $$
begin
  insert into catalog_changes (product_id) values (product);
  perform pg_notify('catalog', product);
end $$;

create function products_before_write() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger products_version before update on products
  for each row execute function products_before_write();

create function products_after_write() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform catalog_note_change(old.id);
  else
    perform catalog_note_change(new.id);
  end if;
  return null;
end $$;
create trigger products_shown after insert or update or delete on products
  for each row execute function products_after_write();

create function products_open_stock() returns trigger language plpgsql as $$
begin
  insert into stock_levels (product_id) values (new.id);
  return null;
end $$;
create trigger products_stock after insert on products
  for each row execute function products_open_stock();

-- The ledger is the only way to change stock: its sum is the level, and the level can't go below zero.
create function stock_movements_apply() returns trigger language plpgsql as $$
declare
  level integer;
begin
  update stock_levels set available = available + new.change
    where product_id = new.product_id returning available into level;
  if (level > 0) <> (level - new.change > 0) then
    update products set in_stock = level > 0 where id = new.product_id;
  elsif least(level, 6) <> least(level - new.change, 6) then
    perform catalog_note_change(new.product_id);
  end if;
  return null;
end $$;
create trigger stock_movements_level after insert on stock_movements
  for each row execute function stock_movements_apply();

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger stock_movements_kept before update or delete on stock_movements
  for each row execute function refuse_rewrite();

create table reviews (
  id text primary key,
  product_id text not null references products on delete cascade,
  profile_id text references profiles on delete set null,
  author text not null,
  rating integer not null check (rating between 1 and 5),
  title text not null default '',
  body text not null default '',
  status text not null default 'published' check (status in ('pending', 'published', 'rejected')),
  created_at timestamptz(3) not null default now(),
  constraint reviews_once_per_buyer unique (product_id, profile_id)
);
create index reviews_of_product on reviews (product_id, created_at desc, id desc) where status = 'published';
create index reviews_profile on reviews (profile_id);

create function reviews_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'published' then
    update products set rating_sum = rating_sum - old.rating, review_count = review_count - 1
      where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'published' then
    update products set rating_sum = rating_sum + new.rating, review_count = review_count + 1
      where id = new.product_id;
  end if;
  return null;
end $$;
create trigger reviews_counted after insert or delete or update of status, rating, title, body, author on reviews
  for each row execute function reviews_count();
