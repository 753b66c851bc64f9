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
  -- What the customer gets. Staff may refund instead.
  resolution text not null default 'refund' constraint returns_resolution check (resolution in ('refund', 'store_credit', 'exchange')),
  -- The order that sends the replacements of an exchange.
  replacement_order_id text references orders on delete set null,
  constraint returns_replacement check (replacement_order_id is null or state = 'closed'),
  constraint returns_reference_key unique (reference)
);
create index returns_order on returns (order_id);
create unique index returns_replaced_by on returns (replacement_order_id) where replacement_order_id is not null;
create index returns_open on returns (requested_at, id) where state in ('requested', 'received', 'inspected');
create index returns_newest on returns (requested_at desc, id desc);

create table return_items (
  return_id text not null references returns on delete cascade,
  product_id text not null references products,
  quantity integer not null check (quantity > 0),
  -- The shade or size that replaces it, and what one costs, in minor units of the order's currency.
  replacement_id text references products,
  replacement_price bigint check (replacement_price > 0),
  constraint return_items_replacement check ((replacement_id is null) = (replacement_price is null)),
  primary key (return_id, product_id)
);

-- A product is exchanged within its family.
create function return_items_stay_in_family() returns trigger language plpgsql as $$
begin
  if not exists (select from products p join products r on r.family_id = p.family_id
      where p.id = new.product_id and r.id = new.replacement_id and r.id <> p.id) then
    raise exception 'A product is exchanged within its family' using errcode = 'check_violation', constraint = 'return_items_family';
  end if;
  return new;
end $$;
create trigger return_items_stay_in_family before insert or update of product_id, replacement_id on return_items
  for each row when (new.replacement_id is not null) execute function return_items_stay_in_family();
