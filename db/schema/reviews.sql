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
  -- A family's members share their reviews. `product_id` is the one that was bought.
  listing_id text not null,
  -- The product's name on the order line that the review is about. Null without an order: the current name is shown.
  product_name text,
  constraint reviews_once_per_buyer unique (product_id, profile_id)
);
create index reviews_profile on reviews (profile_id);
create index reviews_by_stars on reviews (listing_id, rating, id) where status = 'published';
create index reviews_waiting on reviews (created_at, id) where status = 'pending';
-- For the back office.
create index reviews_every_newest on reviews (created_at desc, id desc);
create index reviews_by_state on reviews (status, created_at desc, id desc);
create index reviews_by_rating on reviews (rating, id);
create index reviews_search on reviews using gin (lower(author || ' ' || title || ' ' || body) gin_trgm_ops);
create index reviews_of_listing on reviews (listing_id, created_at desc, id desc) where status = 'published';
create index reviews_lowest on reviews (listing_id, (-rating), id) where status = 'published';
create index reviews_of_stars on reviews (listing_id, rating, created_at desc, id desc) where status = 'published';

-- The number of published reviews per listing and rating, so that a product page doesn't count them.
create table review_stars (
  listing_id text not null,
  rating integer not null,
  number integer not null check (number >= 0),
  primary key (listing_id, rating)
) with (fillfactor = 70);

create function reviews_count() returns trigger language plpgsql as $$
begin
  perform lock_families_of(array[old.product_id, new.product_id]);
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

create function reviews_join_listing() returns trigger language plpgsql as $$
begin
  new.listing_id := (select listing_id from products where id = new.product_id);
  return new;
end $$;
create trigger reviews_join_listing before insert on reviews for each row execute function reviews_join_listing();

create function reviews_follow_product() returns trigger language plpgsql as $$
begin
  update reviews set listing_id = new.listing_id where product_id = new.id;
  return null;
end $$;
create trigger reviews_follow_product after update of family_id on products
  for each row when (old.listing_id <> new.listing_id) execute function reviews_follow_product();

create function review_stars_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'published' then
    update review_stars set number = number - 1 where listing_id = old.listing_id and rating = old.rating;
  end if;
  if tg_op <> 'DELETE' and new.status = 'published' then
    insert into review_stars values (new.listing_id, new.rating, 1)
    on conflict (listing_id, rating) do update set number = review_stars.number + 1;
  end if;
  return null;
end $$;
create trigger reviews_starred after insert or delete or update of status, rating, listing_id on reviews
  for each row execute function review_stars_changed();

create function review_stars_rebuild() returns void language plpgsql as $$
begin
  lock table reviews in share row exclusive mode;
  truncate review_stars;
  insert into review_stars select listing_id, rating, count(*) from reviews where status = 'published' group by 1, 2;
end $$;
