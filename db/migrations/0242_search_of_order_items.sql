-- compatible
create index concurrently order_items_search on order_items using gin (lower(name) gin_trgm_ops);
