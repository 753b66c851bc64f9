-- compatible
-- Gift wrap is a line of an order, and may be free. Its product isn't sold in the catalog.
alter table products add constraint products_hidden
  check (id not in ('prd_gift_card', 'prd_gift_wrap') or status = 'archived') not valid;
alter table products validate constraint products_hidden;
alter table products drop constraint products_gift_card;

alter table order_items add constraint order_items_price
  check (price > 0 or (price = 0 and product_id = 'prd_gift_wrap')) not valid;
alter table order_items validate constraint order_items_price;
alter table order_items drop constraint order_items_price_check;
alter table order_items rename constraint order_items_price to order_items_price_check;

-- Who sends an order to the address of someone else. Emails go to the buyer, and name them.
alter table orders add column gift_from text constraint orders_gift_from check (gift_from <> '' and length(gift_from) <= 60);
