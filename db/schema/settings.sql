-- Settings that administrators change. A key without a row has its default.
create table settings (
  key text primary key,
  value jsonb not null,
  -- Increases with each change. A change must name the sum over all keys, so that nobody overwrites newer settings.
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by text
);

-- What the store remembers about itself, such as its last backup.
create table store_facts (
  key text primary key,
  value jsonb not null,
  at timestamptz(3) not null default now()
);

-- For rows that are never changed or deleted.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is written once and never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Days and months of the accounts follow it. A zone that PostgreSQL doesn't know must not stop sales from being posted.
create function store_time_zone() returns text language plpgsql stable as $$
declare
  zone text := coalesce((select value #>> '{}' from settings where key = 'timeZone'), 'UTC');
begin
  perform now() at time zone zone;
  return zone;
exception when invalid_parameter_value then
  return 'UTC';
end $$;

-- Which exchange rate a region had when. Null is the one that the store has built in.
create table region_rates (
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  rate numeric(12, 6),
  from_at timestamptz(3) not null default now(),
  to_at timestamptz(3),
  primary key (region, from_at)
);
insert into region_rates (region, from_at) values
  ('US', '-infinity'), ('CA', '-infinity'), ('GB', '-infinity'), ('IN', '-infinity');

create function regions_record_rates() returns trigger language plpgsql as $$
declare
  changed text;
  current_rate numeric;
begin
  for changed, current_rate in select key, (value ->> 'rate')::numeric from jsonb_each(new.value) order by key loop
    continue when exists (
      select from region_rates where region = changed and to_at is null and rate is not distinct from current_rate);
    update region_rates set to_at = now() where region = changed and to_at is null and from_at < now();
    insert into region_rates (region, rate) values (changed, current_rate)
      on conflict (region, from_at) do update set rate = excluded.rate, to_at = null;
  end loop;
  return null;
end $$;
create trigger regions_record_rates after insert or update on settings
  for each row when (new.key = 'regions') execute function regions_record_rates();
