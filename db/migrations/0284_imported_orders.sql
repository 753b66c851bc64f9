-- compatible
-- Orders of the brand's former store, as history: no payment, stock, or ledger entry belongs to them, and no statistic counts them.
-- Amounts are in minor units of the row's currency, which may be any.
create table imported_orders (
  id text primary key,
  number text not null unique check (number = btrim(number) and char_length(number) between 1 and 50 and number !~ '[[:cntrl:]]'),
  email text check (email = lower(email) and char_length(email) between 1 and 254),
  customer_name text check (char_length(customer_name) between 1 and 200),
  placed_at timestamptz(3) not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  subtotal bigint not null,
  discount bigint not null,
  shipping bigint not null,
  tax bigint not null,
  total bigint not null,
  refunded bigint not null,
  -- Whether prices included tax. Then the tax is part of the total, not added to it.
  tax_included boolean not null,
  payment_status text not null
    check (payment_status in ('pending', 'paid', 'partially_refunded', 'refunded', 'cancelled')),
  fulfillment_status text not null check (fulfillment_status in ('unfulfilled', 'partial', 'fulfilled')),
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  note text check (note <> '' and char_length(note) <= 5000),
  -- Objects with name, sku, quantity, and price. The products may not exist here.
  items jsonb not null,
  imported_at timestamptz(3) not null default now(),
  -- Other programs read numbers as doubles, which are exact up to this.
  constraint imported_orders_amounts check (
    least(subtotal, discount, shipping, tax, total, refunded) >= 0
    and greatest(subtotal, discount, shipping, tax, total, refunded) <= 9007199254740991),
  constraint imported_orders_items check (
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 500
    and not items @? '$[*] ? (!(@.name.type() == "string" && @.quantity >= 1 && @.price >= 0))')
);
create index imported_orders_newest on imported_orders (placed_at desc, id desc);
create index imported_orders_of_email on imported_orders (email, placed_at desc, id desc) where email is not null;
create index imported_orders_search on imported_orders using gin (
  lower(number || ' ' || coalesce(customer_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
