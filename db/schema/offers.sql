create table offers (
  id text primary key,
  -- An offer without a code applies by itself.
  code text unique check (code = upper(code) and code <> ''),
  title text not null,
  description text not null default '',
  kind text not null check (kind in ('percentage', 'amount', 'free_shipping', 'buy_two_get_one')),
  -- Hundredths of a percent, or US cents; 0 if the kind has no value.
  value bigint not null check (value >= 0),
  minimum bigint not null default 0 check (minimum >= 0),
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  total_limit integer check (total_limit > 0),
  customer_limit integer check (customer_limit > 0),
  banner_position integer unique,
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  -- What it is on: everything, or the categories (with their children), families, or products of these IDs.
  scope text not null default 'everything' check (scope in ('everything', 'category', 'family', 'products')),
  scope_ids text[] not null default '{}',
  first_order_only boolean not null default false,
  check (kind <> 'percentage' or value <= 10000),
  check (ends_at > starts_at),
  constraint offers_value_of_kind check ((value > 0) = (kind in ('percentage', 'amount'))),
  constraint offers_scope_ids check (cardinality(scope_ids) <= 200 and (cardinality(scope_ids) = 0) = (scope = 'everything'))
);
create index offers_newest on offers (created_at desc, id desc);
create index offers_minimum on offers (minimum, id);
-- Each cart asks for them.
create index offers_automatic on offers (id) where active and code is null;

create function offer_covers(scope text, ids text[], p products) returns boolean language sql stable as $$
  select case scope when 'everything' then true when 'products' then p.id = any (ids) when 'family' then p.family_id = any (ids)
    else exists (select from categories c where c.name = p.category and (c.id = any (ids) or c.parent_id = any (ids))) end
$$;

-- Uses of offers, inserted in the order's transaction while it holds the offer's lock, so limits are exact. An order that is
-- never paid gives its use back.
create table offer_uses (
  order_id text primary key references orders on delete cascade,
  offer_id text not null references offers,
  user_id text references profiles on delete set null,
  at timestamptz(3) not null default now()
);
create index offer_uses_offer on offer_uses (offer_id);
create index offer_uses_user on offer_uses (user_id, offer_id);

-- The home page shows offers.
create function offers_shown() returns trigger language plpgsql as $$
begin
  perform catalog_note_change('offers');
  return null;
end $$;
create trigger offers_shown after insert or delete
  or update of code, title, description, starts_at, ends_at, banner_position, active on offers
  for each statement execute function offers_shown();

-- Whether an order counts as a use of its offer.
create function uses_offer(o orders) returns boolean language sql immutable as $$
  select o.offer_code is not null and o.status not in ('cancelled', 'refunded')
    and (o.payment_status = 'paid' or o.payment_method = 'demo')
$$;
