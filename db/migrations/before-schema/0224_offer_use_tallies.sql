-- compatible
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

create or replace function tallies_rebuild() returns void language plpgsql as $$
begin
  lock table orders, profiles, auth_users, products, offer_uses in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('tallies', 0));
  truncate sales_hours, sales_changes, buyers, tallies, tally_changes;
  insert into sales_hours
  select date_trunc('hour', created_at, 'UTC'), region, count(*), count(*) filter (where payment_status = 'paid'),
    coalesce(sum(base_total) filter (where payment_status = 'paid'), 0)
  from orders where payment_status = 'paid' or payment_method = 'demo' group by 1, 2;
  insert into buyers select email, min(created_at), max(created_at) from orders
  where payment_status = 'paid' or payment_method = 'demo' group by email;
  insert into tallies
  select 'customers', count(*) from profiles p join auth_users u on u.id = p.id where is_customer(p) and u.email_verified
  union all
  select 'products', count(*) from listings
  union all
  select 'offer ' || o.offer_code, count(*) from orders o where o.offer_code is not null and uses_offer(o) group by 1
  union all
  select 'uses of ' || offer_id, count(*) from offer_uses group by 1;
end $$;

create trigger offer_uses_tally after insert or delete on offer_uses
  for each row execute function offer_uses_tallied();

insert into tally_changes (name, change)
select 'uses of ' || offer_id, count(*) from offer_uses group by 1;
