-- compatible
-- Products that staff put together, or that a rule does, across categories.
create table collections (
  id text primary key,
  name text not null constraint collections_name check (name <> ''),
  slug text not null constraint collections_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  hidden boolean not null default false,
  -- Absent if staff choose the products.
  rule jsonb,
  edition integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index collections_any_case on collections (lower(name));

create table collection_products (
  collection_id text not null references collections on delete cascade,
  product_id text not null references products on delete cascade,
  position integer not null,
  primary key (collection_id, product_id)
);
create index collection_products_of_product on collection_products (product_id);

-- What rules look for.
create index products_brand on products (brand) where status = 'published';
create index products_keywords on products using gin (keywords) where status = 'published';
create index products_reduced on products (created_at) where status = 'published' and original_price is not null;
