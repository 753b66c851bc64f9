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
