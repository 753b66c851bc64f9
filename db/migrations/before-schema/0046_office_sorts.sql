-- What the lists of the back office are sorted and searched by besides.

create index stock_levels_sorted on stock_levels (available, product_id);

create index reviews_by_rating on reviews (rating, id);
create index reviews_found on reviews using gin (lower(author || ' ' || title || ' ' || body) gin_trgm_ops);

create index uploads_by_name on uploads (bucket, name, id);
create index uploads_by_size on uploads (bucket, bytes, id);
create index uploads_found on uploads using gin (lower(name) gin_trgm_ops);
