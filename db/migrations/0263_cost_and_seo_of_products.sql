-- compatible
-- What a product costs the store, and what search engines show instead of its name and description.
alter table products
  add column cost bigint check (cost > 0),
  add column seo_title text check (seo_title <> ''),
  add column seo_description text check (seo_description <> '');
