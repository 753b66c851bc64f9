-- Days and months of the books follow the store's time zone.

/* A zone that PostgreSQL doesn't know must not stop sales from being booked. */
create function store_time_zone() returns text language plpgsql stable as $$
declare
  zone text := coalesce((select value #>> '{}' from settings where key = 'timeZone'), 'UTC');
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

create or replace function accounting_stays_open() returns trigger language plpgsql as $$
begin
  if exists (select 1 from accounting_closed_months
      where month = date_trunc('month', new.entry_date at time zone store_time_zone())::date) then
    raise exception 'The month of this entry is closed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;

-- After a change of zone, past days are added up again.
alter table accounting_days add column time_zone text not null default 'UTC';
alter table accounting_days drop constraint accounting_days_pkey;
alter table accounting_days add primary key (time_zone, day, account);
