-- Reviews belong to listings: the best and the worst first, those with one number of stars, and the number of each.
drop index reviews_by_stars;
create index reviews_by_stars on reviews (listing_id, rating, id) where status = 'published';
create index reviews_lowest on reviews (listing_id, (-rating), id) where status = 'published';
create index reviews_of_stars on reviews (listing_id, rating, created_at desc, id desc) where status = 'published';
