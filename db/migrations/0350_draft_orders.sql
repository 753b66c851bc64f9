-- compatible
-- Orders that staff prepare for customers. A draft holds no stock and has no amounts: sending it places the order that it then
-- refers to, on the terms of that moment. Whether it is paid, cancelled, or expired is what its order says.
create table draft_orders (
  id text primary key,
  number integer generated always as identity (start with 1001) unique,
  -- Increased by each change, so that an edit of an older version is refused.
  version integer not null default 1,
  -- The account that the order is for. Null for a guest.
  user_id text references profiles on delete set null,
  email text not null check (email = lower(email) and char_length(email) between 1 and 254),
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  offer_code text check (offer_code <> ''),
  -- Without the country, which is the region's, and the email address. Null until it is known.
  shipping_address jsonb,
  -- For the customer, in the email and on the payment page.
  message text check (message <> '' and char_length(message) <= 500),
  created_by text not null,
  -- A repeated request with the same key must be the same request.
  request_hash text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  order_id text unique references orders on delete cascade,
  sent_at timestamptz(3),
  sent_by text,
  -- The last moment to open the payment page.
  expires_at timestamptz(3),
  constraint draft_orders_sent check (num_nulls(order_id, sent_at, sent_by, expires_at) in (0, 4))
);
create index draft_orders_newest on draft_orders (updated_at desc, id desc);
create index draft_orders_of_user on draft_orders (user_id) where user_id is not null;
create index draft_orders_of_email on draft_orders (email);
create index draft_orders_unsent on draft_orders (updated_at) where order_id is null;

create table draft_order_items (
  draft_id text not null references draft_orders on delete cascade,
  product_id text not null references products on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  position integer not null,
  primary key (draft_id, product_id)
);
create index draft_order_items_product on draft_order_items (product_id);

-- Notes by staff. Sending the draft copies them to its order.
create table draft_order_notes (
  id bigint generated always as identity primary key,
  draft_id text not null references draft_orders on delete cascade,
  actor_id text,
  note text not null check (note <> ''),
  at timestamptz(3) not null
);
create index draft_order_notes_draft on draft_order_notes (draft_id, id);

-- A payment link stays open for days, longer than any page of the provider.
alter table payments add column link boolean not null default false;
