-- Files with customers, offers, or orders of a brand's former store. Each row is checked and shown before anything changes.
create table data_imports (
  id text primary key,
  kind text not null check (kind in ('customers', 'offers', 'orders')),
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
  -- By which the store recognizes it: an email address, a code, or an order's number.
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
