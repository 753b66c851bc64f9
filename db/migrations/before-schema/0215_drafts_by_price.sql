-- compatible
create index concurrently products_unpublished_price on products (status, price, id) where status <> 'published';
