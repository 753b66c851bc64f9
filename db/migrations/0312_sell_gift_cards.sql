-- compatible
-- Orders of gift cards refer to one product, which isn't sold in the catalog.
alter table products add constraint products_gift_card check (id <> 'prd_gift_card' or status = 'archived') not valid;
alter table products validate constraint products_gift_card;

-- A gift card that is sold isn't a sale yet: what it pays for later is.
create or replace function order_counts(o orders) returns boolean language sql immutable as $$
  select (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products'
$$;

create or replace function buyer_recount(buyer text) returns void language plpgsql as $$
declare
  earliest timestamptz;
  latest timestamptz;
begin
  perform from buyers where email = buyer for update;
  select min(o.created_at), max(o.created_at) into earliest, latest from orders o
    where o.email = buyer and (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products';
  if earliest is null then
    delete from buyers where email = buyer;
  else
    update buyers set first_at = earliest, last_at = latest where email = buyer;
  end if;
end $$;

create or replace function tallies_rebuild() returns void language plpgsql as $$
begin
  lock table orders, profiles, auth_users, products, offer_uses in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('tallies', 0));
  truncate sales_hours, sales_changes, buyers, tallies, tally_changes;
  insert into sales_hours
  select date_trunc('hour', created_at, 'UTC'), region, count(*), count(*) filter (where payment_status = 'paid'),
    coalesce(sum(base_total) filter (where payment_status = 'paid'), 0)
  from orders where (payment_status = 'paid' or payment_method = 'demo') and kind = 'products' group by 1, 2;
  insert into buyers select email, min(created_at), max(created_at) from orders
  where (payment_status = 'paid' or payment_method = 'demo') and kind = 'products' group by email;
  insert into tallies
  select 'customers', count(*) from profiles p join auth_users u on u.id = p.id where is_customer(p) and u.email_verified
  union all
  select 'products', count(*) from listings
  union all
  select 'offer ' || o.offer_code, count(*) from orders o where o.offer_code is not null and uses_offer(o) group by 1
  union all
  select 'uses of ' || offer_id, count(*) from offer_uses group by 1;
end $$;
