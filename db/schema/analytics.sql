-- Sums for the dashboard and Analytics, so that neither reads all orders. A change appends a row to sales_changes, so two
-- orders never wait for each other; a job adds these rows to the sums. The view `sales` reads both, and is always exact.
create table sales_hours (
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  region text not null,
  orders integer not null,
  paid integer not null,
  -- In US cents, net of refunds.
  revenue bigint not null,
  primary key (hour, region)
);

create table sales_changes (
  id bigint generated always as identity primary key,
  hour timestamptz not null,
  region text not null,
  orders integer not null,
  paid integer not null,
  revenue bigint not null
);

-- When each customer first and last ordered.
create table buyers (
  email text primary key,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null
);
create index buyers_last on buyers (last_at, first_at);

-- Other counts by name, in the same way.
create table tallies (
  name text primary key,
  total bigint not null
);

create table tally_changes (
  id bigint generated always as identity primary key,
  name text not null,
  change bigint not null
);

-- Page visits per day. Nothing is recorded about the visitor.
create table page_counts (
  day date not null,
  region text not null,
  what text not null check (what in ('visit', 'product', 'checkout')),
  times bigint not null,
  primary key (day, region, what)
);

-- Visits per day and campaign or website that led to them. Empty if unknown.
create table visit_sources (
  day date not null,
  source text not null,
  medium text not null,
  campaign text not null,
  times bigint not null,
  primary key (day, source, medium, campaign)
);

-- Searches per day.
create table searched (
  day date not null,
  term text not null check (term <> '' and length(term) <= 60),
  times bigint not null,
  -- Whether the last search for it found anything.
  found boolean,
  primary key (day, term)
);

create view sales as
  select hour, region, orders, paid, revenue from sales_hours
  union all
  select hour, region, orders, paid, revenue from sales_changes;

-- Paid orders and test orders; the condition has that of the index orders_counted. A gift card that is sold isn't a sale
-- yet: what it pays for later is.
create function order_counts(o orders) returns boolean language sql immutable as $$
  select (o.payment_status = 'paid' or o.payment_method = 'demo') and o.kind = 'products'
$$;

create function sales_note(o orders, sign integer) returns void language sql as $$
  insert into sales_changes (hour, region, orders, paid, revenue)
  select date_trunc('hour', o.created_at, 'UTC'), o.region, sign, sign * (o.payment_status = 'paid')::int,
    case when o.payment_status = 'paid' then sign * (o.base_total - o.base_refunded) else 0 end
$$;

-- After an order no longer counts.
create function buyer_recount(buyer text) returns void language plpgsql as $$
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

create function orders_tallied() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and order_counts(old) then
    perform sales_note(old, -1);
    perform buyer_recount(old.email);
  end if;
  if tg_op <> 'DELETE' and order_counts(new) then
    insert into sales_changes (hour, region, orders, paid, revenue) values (date_trunc('hour', new.created_at, 'UTC'),
      new.region, 1, (new.payment_status = 'paid')::int,
      case when new.payment_status = 'paid' then new.base_total - new.base_refunded else 0 end);
    insert into buyers (email, first_at, last_at) values (new.email, new.created_at, new.created_at)
    on conflict (email) do update
      set first_at = least(buyers.first_at, excluded.first_at), last_at = greatest(buyers.last_at, excluded.last_at);
  end if;
  return null;
end $$;
create trigger orders_tally_new after insert on orders for each row
  when (new.payment_status = 'paid' or new.payment_method = 'demo') execute function orders_tallied();
create trigger orders_tally_removed after delete on orders for each row
  when (old.payment_status = 'paid' or old.payment_method = 'demo') execute function orders_tallied();
create trigger orders_tally after update on orders for each row
  when ((old.payment_status, old.payment_method, old.email, old.region, old.base_total, old.base_refunded, old.created_at)
    is distinct from (new.payment_status, new.payment_method, new.email, new.region, new.base_total, new.base_refunded, new.created_at))
  execute function orders_tallied();

create function tally(counted text) returns bigint language sql stable as $$
  select coalesce((select total from tallies where name = counted), 0)
    + coalesce((select sum(change) from tally_changes where name = counted), 0)::bigint
$$;

-- A customer isn't staff, and has confirmed their email address.
create function profiles_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change)
  select 'customers', change from (
    select (case when tg_op <> 'DELETE' and is_customer(new) then 1 else 0 end)
      - (case when tg_op <> 'INSERT' and is_customer(old) then 1 else 0 end) as change
  ) c where change <> 0
    and exists (select from auth_users where id = coalesce(new.id, old.id) and email_verified);
  return null;
end $$;
create trigger profiles_tally after insert or delete or update of role, staff_role on profiles
  for each row execute function profiles_tallied();

create function auth_users_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change)
  select 'customers', case when tg_op = 'DELETE' or not new.email_verified then -1 else 1 end
  where exists (select from profiles p where id = old.id and is_customer(p));
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger auth_users_tally after update of email_verified on auth_users for each row
  when (old.email_verified <> new.email_verified) execute function auth_users_tallied();
-- Before the deletion, which also deletes the profile.
create trigger auth_users_tally_removed before delete on auth_users for each row
  when (old.email_verified) execute function auth_users_tallied();

-- One process at a time. It doesn't block orders.
create function tallies_fold() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('tallies', 0)) then return; end if;
  with moved as (
    delete from sales_changes where id in (select id from sales_changes order by id limit 50000) returning hour, region, orders, paid, revenue
  )
  insert into sales_hours
  select hour, region, sum(orders), sum(paid), sum(revenue) from moved group by hour, region
  on conflict (hour, region) do update set orders = sales_hours.orders + excluded.orders,
    paid = sales_hours.paid + excluded.paid, revenue = sales_hours.revenue + excluded.revenue;
  with moved as (
    delete from tally_changes where id in (select id from tally_changes order by id limit 50000) returning name, change
  )
  insert into tallies select name, sum(change) from moved group by name
  on conflict (name) do update set total = tallies.total + excluded.total;
end $$;

-- Counts all rows again. For rows that were inserted without triggers.
create function tallies_rebuild() returns void language plpgsql as $$
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

create function tallies_emptied() returns trigger language plpgsql as $$
begin
  perform tallies_rebuild();
  return null;
end $$;
create trigger orders_emptied after truncate on orders execute function tallies_emptied();
create trigger auth_users_emptied after truncate on auth_users execute function tallies_emptied();

create function listings_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change) values ('products', case when tg_op = 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger listings_tally after insert or delete on listings for each row execute function listings_tallied();

create function products_emptied() returns trigger language plpgsql as $$
begin
  delete from listings;
  perform tallies_rebuild();
  return null;
end $$;
create trigger products_emptied after truncate on products execute function products_emptied();

create function offers_tallied() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and uses_offer(old) then
    insert into tally_changes (name, change) values ('offer ' || old.offer_code, -1);
  end if;
  if tg_op <> 'DELETE' and uses_offer(new) then
    insert into tally_changes (name, change) values ('offer ' || new.offer_code, 1);
  end if;
  return null;
end $$;
create trigger offers_tally_new after insert on orders for each row
  when (new.offer_code is not null) execute function offers_tallied();
create trigger offers_tally after update on orders for each row
  when ((old.offer_code is not null or new.offer_code is not null)
    and (old.offer_code, old.status, old.payment_status, old.payment_method)
      is distinct from (new.offer_code, new.status, new.payment_status, new.payment_method))
  execute function offers_tallied();
create trigger offers_tally_removed after delete on orders for each row
  when (old.offer_code is not null) execute function offers_tallied();

-- How many orders count toward an offer's limit, without reading them under the offer's lock.
create function offer_uses_tallied() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tally_changes (name, change) values ('uses of ' || new.offer_id, 1);
  else
    insert into tally_changes (name, change) values ('uses of ' || old.offer_id, -1);
  end if;
  return null;
end $$;
create trigger offer_uses_tally after insert or delete on offer_uses
  for each row execute function offer_uses_tallied();

insert into tallies (name, total) values ('customers', 0), ('products', 0);
