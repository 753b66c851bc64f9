-- compatible
-- Pictures that imports fetch, one row each, so that an interrupted job continues where it stopped.
alter table product_import_rows add column publish_with_picture boolean not null default false;

create table product_import_pictures (
  import_id text not null,
  line integer not null,
  number integer not null,
  source text not null,
  alt text not null default '',
  state text not null check (state in ('pending', 'done', 'failed', 'invalid')),
  problem text,
  picture_id text references pictures on delete set null,
  attempts integer not null default 0,
  claimed_until timestamptz(3),
  primary key (import_id, line, number),
  foreign key (import_id, line) references product_import_rows on delete cascade
);
create index product_import_pictures_state on product_import_pictures (import_id, state, line, number);
create index product_import_pictures_source on product_import_pictures (import_id, source) where state = 'pending';
create index product_import_pictures_picture on product_import_pictures (picture_id) where picture_id is not null;

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
