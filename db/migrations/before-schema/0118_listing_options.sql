-- The colors and sizes that shoppers can filter a category by. Triggers add new ones immediately; the nightly job
-- deletes those that no listing has anymore.
create table listing_options (
  category text not null,
  kind text not null check (kind in ('color', 'size')),
  value text not null,
  primary key (category, kind, value)
);
create index listing_options_everywhere on listing_options (kind, value);

create view listed_options as
  select l.id, l.category, option.kind, option.value
  from listings l, lateral (
    select 'color' as kind, unnest(l.color_groups) as value union all select 'size', unnest(l.size_names)) option;

create function listing_options_add() returns trigger language plpgsql as $$
begin
  insert into listing_options
    select o.category, o.kind, o.value from listed_options o where o.id = new.id and not exists (
      select from listing_options known where (known.category, known.kind, known.value) = (o.category, o.kind, o.value))
    order by 1, 2, 3 on conflict do nothing;
  return null;
end $$;
create trigger listings_options_added after insert on listings for each row execute function listing_options_add();
create trigger listings_options_changed after update on listings for each row
  when ((old.category, old.color_groups, old.size_names) is distinct from (new.category, new.color_groups, new.size_names))
  execute function listing_options_add();

create function listing_options_rebuild() returns void language sql as $$
  with used as materialized (select distinct category, kind, value from listed_options), added as (
    insert into listing_options select * from used order by 1, 2, 3 on conflict do nothing
  )
  delete from listing_options known where not exists (
    select from used u where (u.category, u.kind, u.value) = (known.category, known.kind, known.value))
$$;
select listing_options_rebuild();
create index listings_size_names on listings using gin (size_names);
