-- What administrators upload, in two buckets; the bytes lie in a folder or an S3-compatible store under the same path.
create table uploads (
  id text primary key,
  bucket text not null check (bucket in ('admin-uploads', 'admin_uploads')),
  path text not null,
  name text not null,
  type text not null,
  bytes bigint not null check (bytes >= 0),
  picture_id text references pictures on delete set null,
  created_by text,
  created_at timestamptz(3) not null default now(),
  unique (bucket, path)
);
create index uploads_newest on uploads (bucket, created_at desc, id desc);
create index uploads_picture on uploads (picture_id);

-- Every review of the shop, and those of one state, the newest first.
create index reviews_every_newest on reviews (created_at desc, id desc);
create index reviews_by_state on reviews (status, created_at desc, id desc);
