-- Amounts are in minor units of the row's currency.
create table orders (
  id text primary key,
  number text not null unique check (number ~ '^EB[0-9]{6,}$'),
  user_id text references profiles on delete set null,
  email text not null check (email = lower(email)),
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  rate numeric(12, 6) not null check (rate > 0),
  subtotal bigint not null check (subtotal > 0),
  discount bigint not null default 0 check (discount >= 0 and discount <= subtotal),
  shipping bigint not null check (shipping >= 0),
  tax bigint not null check (tax >= 0),
  total_amount bigint not null check (total_amount >= 0),
  -- The total in US cents, at the order's rate.
  base_total bigint not null check (base_total >= 0),
  offer_code text,
  shipping_address jsonb not null,
  payment_method text not null check (payment_method in ('card', 'demo')),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'refunded')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  carrier text,
  tracking_number text,
  delivered_at timestamptz(3),
  -- The return period when the order was placed.
  return_days integer not null default 30 check (return_days >= 0),
  -- Completed refunds in US cents. They reduce the revenue of the hour in which the order was placed.
  base_refunded bigint not null default 0,
  tax_percent numeric(6, 3) not null default 8,
  -- Whether prices included tax. Then the tax is part of the total, not added to it.
  tax_included boolean not null default false,
  -- Printed on the packing slip.
  gift_message text constraint orders_gift_message check (gift_message <> '' and length(gift_message) <= 300),
  -- The part of the tax that is on shipping.
  shipping_tax bigint not null default 0 constraint orders_shipping_tax check (shipping_tax between 0 and tax),
  -- The part of the total that gift cards and store credit pay. The rest is paid by card.
  gift_card_amount bigint not null default 0,
  -- An order of a gift card contains nothing else. It isn't revenue: what the card buys later is.
  kind text not null default 'products' constraint orders_kind check (kind in ('products', 'gift_card')),
  -- Its offer, as it was called when the order was placed.
  offer_id text,
  offer_title text,
  -- Who sends it to the address of someone else.
  gift_from text constraint orders_gift_from check (gift_from <> '' and length(gift_from) <= 60),
  -- Of a payment that is taken when the order ships. Null before it is authorized, and once it is captured or released.
  authorization_state text constraint orders_authorization_state check (authorization_state in ('authorized', 'expired', 'failed')),
  authorized_until timestamptz(3),
  constraint orders_gift_card_amount check (gift_card_amount between 0 and total_amount),
  constraint orders_gift_card check (kind = 'products' or (gift_card_amount = 0 and shipping = 0 and tax = 0 and discount = 0 and base_total = 0)),
  constraint orders_move_when_paid check (
    status in ('pending', 'cancelled') or payment_status in ('paid', 'refunded') or payment_method = 'demo'
      or authorization_state is not null),
  constraint orders_authorized_unpaid check (
    authorization_state is null or (payment_status in ('pending', 'failed') and authorized_until is not null)),
  constraint orders_base_refunded_check check (base_refunded between 0 and base_total),
  constraint orders_parts_add_up check (subtotal - discount + shipping + case when tax_included then 0 else tax end = total_amount)
);
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_of_email on orders (email, created_at desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_counted on orders (created_at) where payment_status = 'paid' or payment_method = 'demo';
create index orders_to_pack on orders (created_at)
  where status = 'pending' and (payment_status = 'paid' or payment_method = 'demo' or authorization_state = 'authorized');
create index orders_authorized on orders (authorized_until) where authorization_state is not null;
create index orders_of_guests on orders (email) where user_id is null;
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_unpaid on orders (created_at desc, id desc) where payment_status = 'failed';
create index orders_search on orders using gin (
  lower(number || ' ' || email || ' ' || coalesce(shipping_address ->> 'firstName', '') || ' '
    || coalesce(shipping_address ->> 'lastName', '')) gin_trgm_ops);
create index orders_refunded on orders (created_at desc, id desc) where status = 'refunded' or base_refunded > 0;
-- The list of offers counts the orders that used each one.
create index orders_by_offer on orders (offer_code) where offer_code is not null;
create index orders_never_paid on orders (created_at)
  where status = 'cancelled' and payment_status in ('pending', 'failed') and email <> 'nobody@deleted.invalid';

create table order_items (
  id text primary key,
  order_id text not null references orders on delete cascade,
  product_id text not null references products,
  name text not null,
  quantity integer not null check (quantity between 1 and 20),
  price bigint not null,
  amount bigint not null,
  -- The formula of the product when it was ordered. Formulas of ordered products can't be deleted.
  formula_id text,
  -- Its part of the order's discount. Null in older orders, whose items share the discount by price.
  discount bigint constraint order_items_discount check (discount between 0 and amount),
  -- A free sample. Only samples, and gift wrap, may have no price.
  sample boolean not null default false,
  -- The date that the buyer of a pre-order was given. Null once its stock is in.
  preorder_date date,
  unique (order_id, product_id),
  constraint order_items_multiply check (amount = price * quantity),
  constraint order_items_price check (
    case when sample then price = 0 and quantity = 1 when product_id = 'prd_gift_wrap' then price >= 0 else price > 0 end)
);
-- Finds what was recently bought with a product: an item's ID begins with its time.
create index order_items_lately on order_items (product_id, id desc);
create index order_items_preordered on order_items (product_id, order_id) where preorder_date is not null;
create index order_items_search on order_items using gin (lower(name) gin_trgm_ops);

-- Each change of an order's status.
create table order_steps (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  from_status text,
  to_status text not null,
  actor_id text,
  actor text not null check (actor in ('shopper', 'admin', 'store', 'provider')),
  note text,
  at timestamptz(3) not null default now()
);
create index order_steps_order on order_steps (order_id, id);

-- Notes by staff. Customers don't see them.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  actor_id text,
  note text not null check (note <> ''),
  at timestamptz(3) not null default now()
);
create index order_notes_order on order_notes (order_id, id);

-- Tags by which staff organize orders.
create table order_tags (
  order_id text not null references orders on delete cascade,
  tag text not null check (tag = btrim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:]]'),
  primary key (order_id, tag)
);
create unique index order_tags_once on order_tags (order_id, lower(tag));
create index order_tags_tag on order_tags (lower(tag), order_id);

-- Where the visit that led to an order came from. Orders without a row came directly, or it is unknown.
create table order_sources (
  order_id text primary key references orders on delete cascade,
  source text check (source ~ '^[^@<>[:cntrl:]]{1,100}$'),
  medium text check (medium ~ '^[^@<>[:cntrl:]]{1,100}$'),
  campaign text check (campaign ~ '^[^@<>[:cntrl:]]{1,100}$'),
  ref text check (ref ~ '^[^@<>[:cntrl:]]{1,100}$'),
  referrer text check (referrer ~ '^[a-z0-9.-]{1,253}$'),
  constraint order_sources_not_empty check (num_nonnulls(source, medium, campaign, ref, referrer) > 0)
);

-- A repeated request with the same key gets the first response, which is saved in the transaction of the request.
create table idempotency_keys (
  key_hash text primary key,
  request_hash text not null,
  order_id text,
  response jsonb,
  created_at timestamptz(3) not null default now()
) with (fillfactor = 50);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_order on idempotency_keys (order_id);

create function orders_refuse_blocked() returns trigger language plpgsql as $$
begin
  if exists (select from profiles where blocked_at is not null and (email = new.email or id = new.user_id)) then
    raise exception 'This customer is blocked' using errcode = 'check_violation', constraint = 'orders_of_blocked';
  end if;
  return new;
end $$;
create trigger orders_refuse_blocked before insert on orders
  for each row execute function orders_refuse_blocked();

-- The lock makes two people who tag the same order or customer count one after the other.
create function order_tags_limit() returns trigger language plpgsql as $$
begin
  perform 1 from orders where id = new.order_id for no key update;
  if (select count(*) from order_tags where order_id = new.order_id) > 10 then
    raise check_violation using constraint = 'tags_limit', message = 'An order has at most 10 tags';
  end if;
  return null;
end $$;
create trigger order_tags_limit after insert on order_tags for each row execute function order_tags_limit();

-- When the stock of a pre-order is in, its orders wait no longer. When its date moves, a job emails their buyers.
create function products_move_preorders() returns trigger language plpgsql as $$
begin
  if new.preorder_date is null then
    update order_items set preorder_date = null where product_id = new.id and preorder_date is not null;
  elsif old.preorder_date is not null then
    perform outbox_add(json_build_array(json_build_object('name', 'preorder-moved',
      'payload', json_build_object('productId', new.id), 'key', 'preorder-moved:' || new.id)));
  end if;
  return null;
end $$;
create trigger products_preorders after update of preorder_date on products for each row
  when (old.preorder_date is distinct from new.preorder_date and old.preorder_date is not null)
  execute function products_move_preorders();
