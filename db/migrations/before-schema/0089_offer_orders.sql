-- The list of offers counts the orders that used each one.
create index orders_by_offer on orders (offer_code) where offer_code is not null;
