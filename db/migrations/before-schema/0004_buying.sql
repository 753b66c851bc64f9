-- From cart to order. Amounts are whole minor units of the row's own currency.

create table cart_items (
  id text primary key,
  user_id text not null references profiles on delete cascade,
  product_id text not null references products on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (user_id, product_id)
);
create index cart_items_product on cart_items (product_id);

create table offers (
  id text primary key,
  code text not null unique check (code = upper(code) and code <> ''),
  title text not null,
  description text not null default '',
  kind text not null check (kind in ('percentage', 'amount')),
  -- hundredths of a percent, or US cents
  value bigint not null check (value > 0),
  minimum bigint not null default 0 check (minimum >= 0),
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  total_limit integer check (total_limit > 0),
  customer_limit integer check (customer_limit > 0),
  banner_position integer unique,
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  check (kind <> 'percentage' or value <= 10000),
  check (ends_at > starts_at)
);

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
  -- the total in US cents at the frozen rate
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
  constraint orders_parts_add_up check (subtotal - discount + shipping + tax = total_amount),
  constraint orders_move_when_paid check (
    status in ('pending', 'cancelled') or payment_status in ('paid', 'refunded') or payment_method = 'demo')
);
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_of_email on orders (email, created_at desc);
create index orders_newest on orders (created_at desc, id desc);
create index orders_counted on orders (created_at) where payment_status = 'paid' or payment_method = 'demo';
create index orders_to_pack on orders (created_at)
  where status = 'pending' and (payment_status = 'paid' or payment_method = 'demo');

create table order_items (
  id text primary key,
  order_id text not null references orders on delete cascade,
  product_id text not null references products,
  name text not null,
  quantity integer not null check (quantity between 1 and 20),
  price bigint not null check (price > 0),
  amount bigint not null,
  unique (order_id, product_id),
  constraint order_items_multiply check (amount = price * quantity)
);
create index order_items_product on order_items (product_id);

alter table stock_movements add foreign key (order_id) references orders;

-- Every move of an order: from where, to where, by whom and when.
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

create table payments (
  id text primary key,
  order_id text not null references orders,
  provider text not null,
  provider_id text not null unique,
  amount bigint not null check (amount >= 0),
  currency text not null check (currency in ('usd', 'cad', 'gbp', 'inr')),
  state text not null check (state in ('open', 'paid', 'failed', 'expired', 'refunded')),
  paid_at timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index payments_order on payments (order_id);
create unique index payments_one_open on payments (order_id) where state = 'open';
