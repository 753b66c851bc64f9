-- compatible
-- An import can create categories. Its check lists them.
alter table product_imports add column new_categories text[] not null default '{}';
