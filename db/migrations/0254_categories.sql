-- compatible
-- Categories are the owner's: each has an ID, a description, a picture, and perhaps a parent.
alter table categories
  add column id text,
  add column description text not null default '',
  add column picture_id text,
  add column hidden boolean not null default false,
  add column parent_id text,
  add column edition integer not null default 1,
  add column depth integer not null generated always as (case when parent_id is null then 0 else 1 end) stored,
  add column parent_depth integer generated always as (case when parent_id is null then null else 0 end) stored;

update categories set id = 'cat_' || substr(md5(name), 1, 20),
  picture_id = 'mood-' || split_part(slug, '-', 1)
  where slug in ('skincare', 'makeup', 'haircare', 'fragrance', 'tools-accessories');
alter table categories
  alter column id set not null,
  add constraint categories_id unique (id),
  add constraint categories_id_depth unique (id, depth),
  -- A parent has no parent of its own: there are two levels.
  add constraint categories_parent foreign key (parent_id, parent_depth) references categories (id, depth),
  add constraint categories_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add constraint categories_name check (name <> ''),
  drop constraint categories_position_key,
  add constraint categories_position unique (position) deferrable;
create unique index categories_any_case on categories (lower(name));
create index categories_children on categories (parent_id);

-- A link with a former name leads to the category.
create table category_former_names (
  name text primary key,
  category_id text not null references categories (id) on delete cascade
);
create index category_former_names_category on category_former_names (category_id);

create function categories_record_name() returns trigger language plpgsql as $$
begin
  delete from category_former_names where name = lower(new.name);
  if tg_op = 'UPDATE' and lower(old.name) <> lower(new.name) then
    insert into category_former_names (name, category_id) values (lower(old.name), new.id)
      on conflict (name) do update set category_id = excluded.category_id;
  end if;
  return null;
end $$;
create trigger categories_named after insert or update of name on categories
  for each row execute function categories_record_name();

-- All pages list the categories.
create function categories_changed() returns trigger language plpgsql as $$
begin
  perform catalog_note_change('settings');
  return null;
end $$;
create trigger categories_shown after insert or update or delete on categories
  for each statement execute function categories_changed();
