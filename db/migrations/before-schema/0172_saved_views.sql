-- Filters, sort order, and search of a list, under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  list text not null check (list in ('orders', 'users', 'products')),
  -- Null if everyone who may open the list sees it.
  owner_id text references profiles on delete cascade,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  params text not null check (char_length(params) <= 1000),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index saved_views_name on saved_views (list, coalesce(owner_id, ''), lower(name));
create index saved_views_owner on saved_views (owner_id);

-- The lock makes two people who save a view count one after the other.
create function saved_views_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('saved views ' || new.list || coalesce(new.owner_id, '')));
  if (select count(*) from saved_views where list = new.list and owner_id is not distinct from new.owner_id) > 20 then
    raise check_violation using constraint = 'saved_views_limit', message = 'A list has at most 20 saved views';
  end if;
  return null;
end $$;
create trigger saved_views_limit after insert on saved_views for each row execute function saved_views_limit();
