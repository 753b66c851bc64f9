-- A file of products, read and found good or bad row by row, before any product is touched. What is taken in is what
-- was shown: a product that was edited since is noticed by its edition.

create table product_imports (
  id text primary key,
  name text not null,
  format text not null check (format in ('ours', 'shopify')),
  encoding text not null,
  state text not null default 'checked' check (state in ('checked', 'done')),
  notes jsonb not null default '[]',
  rows integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  bad integer not null default 0,
  created_by text,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3)
);
create index product_imports_newest on product_imports (created_at desc, id desc);

create table product_import_rows (
  import_id text not null references product_imports on delete cascade,
  line integer not null,
  kind text not null check (kind in ('new', 'changed', 'same', 'bad')),
  slug text not null,
  name text not null,
  -- what the product will be, and which edition of it was looked at
  draft jsonb,
  edition integer,
  before jsonb,
  after jsonb,
  stock_change integer not null default 0,
  problems jsonb not null default '[]',
  primary key (import_id, line)
);
create index product_import_rows_kind on product_import_rows (import_id, kind, line);
