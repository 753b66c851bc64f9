-- compatible
-- Imports also read WooCommerce exports, and pictures in a ZIP.
alter table product_imports
  drop constraint product_imports_format_check,
  add constraint product_imports_format_check check (format in ('ours', 'shopify', 'woocommerce', 'pictures'));
