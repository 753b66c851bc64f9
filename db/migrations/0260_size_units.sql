-- Sizes are in any unit: 8 oz, 12 candles.
alter table products drop constraint products_size_unit_check;
alter table products add constraint products_size_unit_check check (size_unit <> '') not valid;
alter table products validate constraint products_size_unit_check;
