-- compatible
-- How many published reviews of a listing have how many stars. A product page read all of them.
create table review_stars (
  listing_id text not null,
  rating integer not null,
  number integer not null check (number >= 0),
  primary key (listing_id, rating)
) with (fillfactor = 70);

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

-- Reviews wait until all are counted.
lock table reviews in share row exclusive mode;
create trigger reviews_starred after insert or delete or update of status, rating, listing_id on reviews
  for each row execute function review_stars_changed();

create function review_stars_rebuild() returns void language plpgsql as $$
begin
  lock table reviews in share row exclusive mode;
  truncate review_stars;
  insert into review_stars select listing_id, rating, count(*) from reviews where status = 'published' group by 1, 2;
end $$;
select review_stars_rebuild();
