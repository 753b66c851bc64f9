-- compatible
-- How many paid or test orders used each offer, without reading them.

create function uses_offer(o orders) returns boolean language sql immutable as $$
  select o.offer_code is not null and o.status not in ('cancelled', 'refunded')
    and (o.payment_status = 'paid' or o.payment_method = 'demo')
$$;

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

create or replace function tallies_rebuild() returns void language plpgsql as $$
begin
  lock table orders, profiles, auth_users, products in share row exclusive mode;
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
  select 'offer ' || o.offer_code, count(*) from orders o where o.offer_code is not null and uses_offer(o) group by 1;
end $$;

create trigger offers_tally_new after insert on orders for each row
  when (new.offer_code is not null) execute function offers_tallied();
create trigger offers_tally after update on orders for each row
  when ((old.offer_code is not null or new.offer_code is not null)
    and (old.offer_code, old.status, old.payment_status, old.payment_method)
      is distinct from (new.offer_code, new.status, new.payment_status, new.payment_method))
  execute function offers_tallied();
create trigger offers_tally_gone after delete on orders for each row
  when (old.offer_code is not null) execute function offers_tallied();

insert into tally_changes (name, change)
select 'offer ' || o.offer_code, count(*) from orders o where o.offer_code is not null and uses_offer(o) group by 1;
