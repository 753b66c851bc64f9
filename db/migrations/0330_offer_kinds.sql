-- compatible
-- Offers on a part of the catalog, automatic offers, free shipping, and buy two get one.
alter table offers
  alter column code drop not null,
  drop constraint offers_kind_check,
  add constraint offers_kind_check check (kind in ('percentage', 'amount', 'free_shipping', 'buy_two_get_one')),
  drop constraint offers_value_check,
  add constraint offers_value_check check (value >= 0),
  add column scope text not null default 'everything' check (scope in ('everything', 'category', 'family', 'products')),
  add column scope_ids text[] not null default '{}',
  add column first_order_only boolean not null default false,
  add constraint offers_value_of_kind check ((value > 0) = (kind in ('percentage', 'amount'))),
  add constraint offers_scope_ids check (cardinality(scope_ids) <= 200 and (cardinality(scope_ids) = 0) = (scope = 'everything'));
create index offers_automatic on offers (id) where active and code is null;

create function offer_covers(scope text, ids text[], p products) returns boolean language sql stable as $$
  select case scope when 'everything' then true when 'products' then p.id = any (ids) when 'family' then p.family_id = any (ids)
    else exists (select from categories c where c.name = p.category and (c.id = any (ids) or c.parent_id = any (ids))) end
$$;

alter table orders add column offer_id text, add column offer_title text;

-- What each item of an order was reduced by.
alter table order_items add column discount bigint;
alter table order_items add constraint order_items_discount check (discount between 0 and amount) not valid;
