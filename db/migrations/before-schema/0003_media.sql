-- Pictures: one row per master file, named by its content.

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

create table picture_sizes (
  picture_id text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  bytes bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (picture_id, width, format)
);

create table product_pictures (
  product_id text not null references products on delete cascade,
  position integer not null check (position > 0),
  picture_id text not null references pictures on update cascade,
  primary key (product_id, position)
);
create index product_pictures_picture on product_pictures (picture_id);

-- A list of products is read far more often than a picture changes: each product carries what its pages need.
alter table products add column images jsonb not null default '[]';

create function products_take_pictures(product text) returns void language sql as $$
  update products set
    images = coalesce(taken.images, '[]'),
    image_url = taken.images -> 0 ->> 'url'
  from (
    select jsonb_agg(jsonb_build_object('id', p.id, 'url', '/media/' || p.id || '.' || replace(p.type, 'image/', ''),
      'width', p.width, 'height', p.height, 'alt', p.alt, 'preview', p.preview) order by pp.position) as images
    from product_pictures pp join pictures p on p.id = pp.picture_id
    where pp.product_id = product
  ) taken
  where products.id = product
$$;

create function product_pictures_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform products_take_pictures(old.product_id); end if;
  if tg_op <> 'DELETE' then perform products_take_pictures(new.product_id); end if;
  return null;
end $$;
create trigger product_pictures_shown after insert or update or delete on product_pictures
  for each row execute function product_pictures_changed();

create function pictures_changed() returns trigger language plpgsql as $$
begin
  perform products_take_pictures(product_id) from product_pictures where picture_id = new.id;
  return null;
end $$;
create trigger pictures_shown after update on pictures
  for each row execute function pictures_changed();
