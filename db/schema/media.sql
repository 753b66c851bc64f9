-- One row per original file. Its ID is a hash of its content.
create table pictures (
  id text primary key,
  origin text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  type text not null,
  bytes bigint not null check (bytes > 0),
  alt text not null default '',
  preview text not null default '',
  created_at timestamptz(3) not null default now()
);
create unique index pictures_origin on pictures (origin);
create index pictures_texts on pictures using gin (lower(alt) gin_trgm_ops) where alt <> '';

create table picture_sizes (
  picture_id text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  bytes bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (picture_id, width, format)
);

-- Where imports got pictures from, and what the files contained, so that each is stored once.
create table picture_addresses (
  url text primary key,
  picture_id text not null references pictures on delete cascade
);
create index picture_addresses_picture on picture_addresses (picture_id);

create table picture_contents (
  sha256 text primary key,
  picture_id text not null references pictures on delete cascade
);
create index picture_contents_picture on picture_contents (picture_id);

-- Files that staff upload, in two buckets. Their bytes are in a folder or an S3-compatible store, under the same path.
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
create index uploads_by_name on uploads (bucket, name, id);
create index uploads_by_size on uploads (bucket, bytes, id);
create index uploads_search on uploads using gin (lower(name) gin_trgm_ops);

create function pictures_changed() returns trigger language plpgsql as $$
begin
  perform products_take_pictures(product_id) from product_pictures where picture_id = new.id;
  return null;
end $$;
create trigger pictures_shown after update on pictures
  for each row execute function pictures_changed();
