-- compatible
create index concurrently product_pictures_used on product_pictures (picture_id, product_id);
