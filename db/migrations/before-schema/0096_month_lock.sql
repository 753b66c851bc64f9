-- An entry and the closing of its month wait for each other, so a closed month never gains an entry.
create function lock_accounting_month(month date, exclusive boolean) returns void language plpgsql as $$
begin
  if exclusive then
    perform pg_advisory_xact_lock(hashtextextended('accounting month ' || month, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('accounting month ' || month, 0));
  end if;
end $$;

create or replace function accounting_stays_open() returns trigger language plpgsql as $$
declare
  entry_month date := date_trunc('month', new.entry_date at time zone store_time_zone())::date;
begin
  perform lock_accounting_month(entry_month, false);
  if exists (select 1 from accounting_closed_months where month = entry_month) then
    raise exception 'The month of this entry is closed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;

create function accounting_month_closes() returns trigger language plpgsql as $$
begin
  perform lock_accounting_month(new.month, true);
  return new;
end $$;
create trigger accounting_month_closes before insert on accounting_closed_months
  for each row execute function accounting_month_closes();

-- The address of a shopper's network only limits open payments.
update payments set network = null where state <> 'open' and network is not null;
