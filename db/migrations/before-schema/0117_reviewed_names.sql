-- The product's name on the order line that a review is about. Without an order, a review shows the current name.
alter table reviews add column product_name text;
update reviews r set product_name = (
  select i.name from orders o join order_items i on i.order_id = o.id
  where o.user_id = r.profile_id and i.product_id = r.product_id and o.status = 'delivered' and o.created_at <= r.created_at
  order by o.created_at desc, o.id desc limit 1)
where r.profile_id is not null;
