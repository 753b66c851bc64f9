-- compatible
-- product_pictures_used begins with the same column.
drop index product_pictures_picture;
