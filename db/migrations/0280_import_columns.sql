-- compatible
-- Staff map the columns that the store doesn't know, and the file is checked again.
alter table product_imports
  add column columns jsonb not null default '[]',
  add column checks integer not null default 1,
  add column check_requested_at timestamptz(3) not null default now();

create table product_import_columns (
  format text not null check (format in ('ours', 'shopify', 'woocommerce')),
  heading text not null,
  field text,
  primary key (format, heading)
);
