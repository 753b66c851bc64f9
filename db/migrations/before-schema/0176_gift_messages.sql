-- compatible
-- A message that travels with a present, printed on the packing slip.

alter table orders add column gift_message text
  constraint orders_gift_message check (gift_message <> '' and length(gift_message) <= 300);
