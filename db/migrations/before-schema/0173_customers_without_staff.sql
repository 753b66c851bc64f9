-- Staff aren't customers, so they don't count as such.
create function is_customer(profile profiles) returns boolean language sql immutable as $$
  select profile.role = 'user' and profile.staff_role is null
$$;

create or replace function profiles_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change)
  select 'customers', change from (
    select (case when tg_op <> 'DELETE' and is_customer(new) then 1 else 0 end)
      - (case when tg_op <> 'INSERT' and is_customer(old) then 1 else 0 end) as change
  ) c where change <> 0
    and exists (select from auth_users where id = coalesce(new.id, old.id) and email_verified);
  return null;
end $$;
drop trigger profiles_tally on profiles;
create trigger profiles_tally after insert or delete or update of role, staff_role on profiles
  for each row execute function profiles_tallied();

create or replace function auth_users_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change)
  select 'customers', case when tg_op = 'DELETE' or not new.email_verified then -1 else 1 end
  where exists (select from profiles p where id = old.id and is_customer(p));
  return case when tg_op = 'DELETE' then old else new end;
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
  select 'products', count(*) from listings;
end $$;
