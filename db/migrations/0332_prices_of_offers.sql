-- compatible
-- An offer that everyone gets reduces prices in the catalog, and a product's original price follows from it.
alter table offers
  drop constraint offers_kind_check,
  add constraint offers_kind_check check (kind in ('percentage', 'amount', 'free_shipping', 'buy_two_get_one', 'sale_price')),
  drop constraint offers_value_of_kind,
  add constraint offers_value_of_kind check ((value > 0) = (kind in ('percentage', 'amount', 'sale_price'))),
  add column reduces_prices boolean not null generated always as (code is null and (kind = 'sale_price' or kind = 'percentage'
    and value < 10000 and minimum = 0 and num_nonnulls(total_limit, customer_limit) = 0 and not first_order_only)) stored,
  add column applied boolean not null default false,
  add constraint offers_sale_price check (kind <> 'sale_price' or (code is null and scope = 'products' and minimum = 0
    and num_nonnulls(total_limit, customer_limit) = 0 and not first_order_only));
drop index offers_automatic;
create index offers_automatic on offers (id) where active and code is null and not reduces_prices;
create index offers_of_scope on offers using gin (scope_ids) where active and reduces_prices;
create index offers_of_everything on offers (id) where active and reduces_prices and scope = 'everything';
create index offers_to_apply on offers (starts_at) where active and reduces_prices and not applied;
alter table products add column price_offer_id text;

-- The IDs of what a product belongs to.
create function product_scopes(p products) returns text[] language sql stable as $$
  select array_remove(array[p.id, p.family_id,
    (select c.id from categories c where c.name = p.category), (select c.parent_id from categories c where c.name = p.category)], null)
$$;

create or replace function offer_covers(scope text, ids text[], p products) returns boolean language sql stable as $$
  select scope = 'everything' or ids && product_scopes(p)
$$;

create function offer_runs(f offers) returns boolean language sql stable as $$
  select f.active and f.starts_at <= now() and (f.ends_at is null or f.ends_at > now())
$$;

-- The offer with the lowest price of a product.
create function sale_of(p products, regular bigint) returns table (offer_id text, price bigint) language sql stable as $$
  select s.id, s.price from (
    select f.id, case f.kind when 'sale_price' then f.value else round(regular * (10000 - f.value) / 10000.0)::bigint end as price
    from offers f
    where f.active and f.reduces_prices and f.starts_at <= now() and (f.ends_at is null or f.ends_at > now())
      and (f.scope = 'everything' or f.scope_ids && product_scopes(p))) s
  where s.price > 0 and s.price < regular
  order by s.price, s.id limit 1
$$;

-- Original prices that were typed are sale prices without an end.
do $$
begin
  if not exists (select from products where original_price is not null) then return; end if;
  insert into offers (id, title, kind, value, scope, scope_ids, applied, starts_at)
  select 'off_' || substr(md5('sale price ' || id), 1, 20), 'Sale price', 'sale_price', price, 'products', array[id], true,
    date_trunc('milliseconds', now())
  from products where original_price is not null;
  update products set price_offer_id = 'off_' || substr(md5('sale price ' || id), 1, 20) where original_price is not null;
end $$;

-- A price that is written is the regular one, except one with a higher original price: that is a sale of this product. The
-- price that shoppers pay is that of the best offer.
create function products_price() returns trigger language plpgsql as $$
declare
  regular bigint := coalesce(new.original_price, new.price);
  is_typed boolean := new.original_price > new.price;
  sale record;
begin
  if tg_op = 'UPDATE' then
    -- refresh_prices wrote it.
    if new.price_offer_id is distinct from old.price_offer_id then return new; end if;
    is_typed := is_typed and (new.price, new.original_price) is distinct from (old.price, old.original_price);
    if old.original_price is not null and (new.price, new.original_price) is distinct from (old.price, old.original_price) then
      update offers f set active = false
        where f.active and f.reduces_prices and f.kind = 'sale_price' and f.scope_ids = array[new.id] and f.starts_at <= now();
    end if;
  end if;
  if new.original_price <= new.price then return new; end if;
  if is_typed then
    -- Rounded to milliseconds, now() may be in the future.
    insert into offers (id, title, kind, value, scope, scope_ids, applied, starts_at)
    values ('off_' || substr(md5(gen_random_uuid()::text), 1, 20), 'Sale price', 'sale_price', new.price, 'products',
      array[new.id], true, date_trunc('milliseconds', now()));
  end if;
  select * into sale from sale_of(new, regular);
  new.price := coalesce(sale.price, regular);
  new.original_price := case when sale.price is not null then regular end;
  new.price_offer_id := sale.offer_id;
  return new;
end $$;
create trigger products_price before insert on products for each row execute function products_price();
create trigger products_price_changed before update on products for each row
  when ((old.price, old.original_price, old.category, old.family_id, old.price_offer_id)
    is distinct from (new.price, new.original_price, new.category, new.family_id, new.price_offer_id))
  execute function products_price();

-- Gives products the price of their best offer, or their regular one. Returns how many changed. Staff who edit one of them at
-- the same time get a conflict, instead of saving the former price.
create function refresh_prices(ids text[]) returns bigint language plpgsql as $$
declare
  changed bigint;
begin
  perform lock_families_of(ids);
  perform from products where id = any (ids) order by id for no key update;
  update products p set price = coalesce(s.price, s.regular), original_price = case when s.price is not null then s.regular end,
    price_offer_id = s.offer_id, edition = p.edition + 1
  from (select each.id, coalesce(each.original_price, each.price) as regular, best.offer_id, best.price
    from products each left join lateral sale_of(each, coalesce(each.original_price, each.price)) best on true
    where each.id = any (ids)) s
  where s.id = p.id and s.offer_id is distinct from p.price_offer_id;
  get diagnostics changed = row_count;
  return changed;
end $$;
