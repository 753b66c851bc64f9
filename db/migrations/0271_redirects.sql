-- Old addresses, and where they lead.
create table redirects (
  path text primary key check (path ~ '^/' and length(path) <= 500),
  target text not null check (length(target) between 1 and 500),
  -- The target as a path, to find loops. Null for another website.
  target_path text,
  created_at timestamptz(3) not null default now()
);
create index redirects_newest on redirects (created_at desc, path desc);
