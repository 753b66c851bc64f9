-- Months that are closed, days that are added up, and the list of entries.

create table accounting_closed_months (
  month date primary key check (month = date_trunc('month', month)),
  closed_at timestamptz(3) not null default now(),
  closed_by text
);

create function accounting_stays_open() returns trigger language plpgsql as $$
begin
  if exists (select 1 from accounting_closed_months
      where month = date_trunc('month', new.entry_date at time zone 'UTC')::date) then
    raise exception 'The month of this entry is closed' using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;
create trigger accounting_month_open before insert or update of entry_date on accounting
  for each row execute function accounting_stays_open();

-- Entries are dated when they are made, so a day that is over changes no more: it is added up once.
create table accounting_days (
  day date not null,
  account text not null,
  base_amount bigint not null,
  primary key (day, account)
);

create index accounting_by_kind on accounting (kind, entry_date desc, id desc);
create index accounting_found on accounting using gin (lower(description) gin_trgm_ops) where kind = 'manual';
