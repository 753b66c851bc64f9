-- compatible
-- The locks keep products from changing their status meanwhile.

with unpublished as (select id, status from products where status <> 'published' order by id for no key update)
update stock_levels s set unpublished_status = p.status from unpublished p where p.id = s.product_id;
