-- The part of the tax that is on shipping. None of it was before.
alter table orders
  add column shipping_tax bigint not null default 0
    constraint orders_shipping_tax check (shipping_tax between 0 and tax);
