-- compatible
alter table order_items validate constraint order_items_price;
