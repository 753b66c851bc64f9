-- compatible
create index concurrently products_of_price_offer on products (price_offer_id) where price_offer_id is not null;
