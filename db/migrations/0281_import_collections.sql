-- compatible
-- Imports put products into collections, and create those that the store lacks.
alter table product_imports add column new_collections text[] not null default '{}';
