-- A file of products. Each row is checked and shown before any product changes. Products that were edited since the check
-- are recognized by their edition, and left alone.
create table product_imports (
  id text primary key,
  name text not null,
  format text not null check (format in ('ours', 'shopify', 'woocommerce', 'pictures')),
  encoding text not null,
  state text not null default 'checked' check (state in ('checking', 'failed', 'checked', 'running', 'done')),
  notes jsonb not null default '[]',
  rows integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  invalid integer not null default 0,
  created_by text,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  -- How many new and changed rows were imported, and the line of the last one.
  imported integer not null default 0,
  reached integer not null default 0,
  started_by text,
  started_at timestamptz(3),
  request_id text,
  -- How to read the file. A job checks its rows after the upload.
  options jsonb not null default '{}',
  -- Why the file couldn't be checked.
  problem text,
  -- How often the check of a file was begun and neither ended nor failed for a reason outside the file.
  attempts integer not null default 0,
  -- The categories that its rows need and the store lacked when they were checked.
  new_categories text[] not null default '{}',
  -- Beside each, the category that it is created inside of, or an empty text.
  new_category_parents text[] not null default '{}',
  -- The columns that the store doesn't know, with examples, and what staff had chosen for them at the check.
  columns jsonb not null default '[]',
  -- Staff can map columns and check the file again. Only the latest check writes its results.
  checks integer not null default 1,
  check_requested_at timestamptz(3) not null default now(),
  -- As new_categories.
  new_collections text[] not null default '{}'
);
create index product_imports_newest on product_imports (created_at desc, id desc);

-- What staff chose for columns that the store doesn't know, for all files of a format. Without a field, a column isn't imported.
create table product_import_columns (
  format text not null check (format in ('ours', 'shopify', 'woocommerce')),
  heading text not null,
  field text,
  primary key (format, heading)
);

create table product_import_rows (
  import_id text not null references product_imports on delete cascade,
  line integer not null,
  kind text not null check (kind in ('new', 'changed', 'unchanged', 'invalid')),
  slug text not null,
  name text not null,
  -- What the product will be, and the edition it had when it was checked.
  draft jsonb,
  edition integer,
  before jsonb,
  after jsonb,
  stock_change integer not null default 0,
  problems jsonb not null default '[]',
  -- An import writes a family whole. Its rows have the place of its first line, wherever they are in the file.
  place integer not null,
  -- The file publishes the product, but it has no picture yet. Its first one publishes it.
  publish_with_picture boolean not null default false,
  primary key (import_id, line)
);
create index product_import_rows_kind on product_import_rows (import_id, kind, line);
create index product_import_rows_place on product_import_rows (import_id, place);

-- The families that an import creates.
create table product_import_families (
  import_id text not null references product_imports on delete cascade,
  slug text not null,
  draft jsonb not null,
  primary key (import_id, slug)
);

-- The pictures that an import adds to products once their rows are written. Those of one source are fetched once.
create table product_import_pictures (
  import_id text not null,
  line integer not null,
  -- Its place among the pictures of its row.
  number integer not null,
  -- An address.
  source text not null,
  alt text not null default '',
  -- The check found the invalid ones, and nothing fetches them.
  state text not null check (state in ('pending', 'done', 'failed', 'invalid')),
  problem text,
  picture_id text references pictures on delete set null,
  attempts integer not null default 0,
  -- While a job fetches it. If the job's process ends, another job fetches it after this time.
  claimed_until timestamptz(3),
  primary key (import_id, line, number),
  foreign key (import_id, line) references product_import_rows on delete cascade
);
create index product_import_pictures_state on product_import_pictures (import_id, state, line, number);
create index product_import_pictures_source on product_import_pictures (import_id, source) where state = 'pending';
create index product_import_pictures_picture on product_import_pictures (picture_id) where picture_id is not null;

-- Files with customers, offers, or orders of a brand's former store. Each row is checked and shown before anything changes.
create table data_imports (
  id text primary key,
  kind text not null check (kind in ('customers', 'offers', 'orders', 'product-information', 'formulas')),
  name text not null,
  encoding text not null,
  options jsonb not null default '{}',
  state text not null default 'checked' check (state in ('checked', 'running', 'done')),
  notes jsonb not null default '[]',
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  invalid integer not null default 0,
  -- How many new and changed rows were imported, and the line of the last one.
  imported integer not null default 0,
  reached integer not null default 0,
  created_by text,
  created_at timestamptz(3) not null default now(),
  started_by text,
  started_at timestamptz(3),
  request_id text,
  done_at timestamptz(3)
);
create index data_imports_newest on data_imports (kind, created_at desc, id desc);
create index data_imports_oldest on data_imports (created_at);

-- The data of a row is deleted once it was imported, and the row a week after the upload.
create table data_import_rows (
  import_id text not null references data_imports on delete cascade,
  line integer not null,
  kind text not null check (kind in ('new', 'changed', 'unchanged', 'invalid')),
  -- By which the store recognizes it: an email address, a code, an order's number, or a slug.
  key text not null,
  name text not null,
  data jsonb,
  details jsonb not null default '[]',
  problems jsonb not null default '[]',
  -- Of the person that the row is about. Erasing their data deletes it.
  email text,
  primary key (import_id, line)
);
create index data_import_rows_kind on data_import_rows (import_id, kind, line);
create index data_import_rows_email on data_import_rows (email) where email is not null;
