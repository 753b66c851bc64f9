-- compatible
-- Whether staff have changed a product's pictures. A start then leaves them alone.

alter table products add column own_pictures boolean not null default false;
