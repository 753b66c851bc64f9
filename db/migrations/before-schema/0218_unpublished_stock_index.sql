-- compatible
create index concurrently stock_levels_unpublished on stock_levels (unpublished_status, available, product_id)
  where unpublished_status is not null;
