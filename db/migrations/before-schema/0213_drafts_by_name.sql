-- compatible
create index concurrently products_unpublished_name on products (status, name, id) where status <> 'published';
