-- Checked at the end of a statement, or of an import's batch, so that two products can swap their shades or codes.
alter table products
  drop constraint products_family_option,
  add constraint products_family_option unique (family_id, option_key) deferrable,
  drop constraint products_sku_key,
  add constraint products_sku_key unique (sku) deferrable;
drop index products_barcode;
alter table products add constraint products_barcode unique (barcode) deferrable;
