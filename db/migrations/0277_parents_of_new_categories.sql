-- compatible
-- Beside each of new_categories, the category that it is created inside of, or an empty text.
alter table product_imports add column new_category_parents text[] not null default '{}';
