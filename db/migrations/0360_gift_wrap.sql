-- compatible
-- Gift wrap is a line of an order, and may be free. Its product isn't sold in the catalog.
alter table products add constraint products_hidden
  check (id not in ('prd_gift_card', 'prd_gift_wrap') or status = 'archived') not valid;
alter table products validate constraint products_hidden;
alter table products drop constraint products_gift_card;

alter table order_items add constraint order_items_free_wrap check (
    case when sample then price = 0 and quantity = 1 when product_id = 'prd_gift_wrap' then price >= 0 else price > 0 end) not valid;
alter table order_items validate constraint order_items_free_wrap;
alter table order_items drop constraint order_items_price;
alter table order_items rename constraint order_items_free_wrap to order_items_price;

-- Who sends an order to the address of someone else. Emails go to the buyer, and name them.
alter table orders add column gift_from text constraint orders_gift_from check (gift_from <> '' and length(gift_from) <= 60);
