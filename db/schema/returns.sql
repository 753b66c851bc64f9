create table returns (
  id text primary key,
  order_id text not null references orders,
  state text not null default 'requested' check (state in ('requested', 'received', 'inspected', 'closed', 'declined')),
  reason text not null check (reason <> ''),
  refund_id text references refunds,
  requested_at timestamptz(3) not null default now(),
  received_at timestamptz(3),
  closed_at timestamptz(3),
  reference text not null,
  inspected_at timestamptz(3),
  inspection_note text,
  decline_reason text,
  constraint returns_reference_key unique (reference)
);
create index returns_order on returns (order_id);
create index returns_open on returns (requested_at, id) where state in ('requested', 'received', 'inspected');
create index returns_newest on returns (requested_at desc, id desc);

create table return_items (
  return_id text not null references returns on delete cascade,
  product_id text not null references products,
  quantity integer not null check (quantity > 0),
  primary key (return_id, product_id)
);
