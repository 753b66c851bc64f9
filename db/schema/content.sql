-- Pages, Journal posts, and the home page, which the owner edits.
create table content_items (
  id text primary key,
  kind text not null check (kind in ('home', 'page', 'post')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- The store links to these and has initial content for them, so they are always published.
  built_in boolean not null default false,
  navigation text not null default 'none' check (navigation in ('none', 'footer', 'menu')),
  -- Counts every change, so that of two people who edit an item, the second is refused.
  version integer not null default 1,
  draft_number integer not null,
  published_number integer,
  scheduled_number integer,
  publish_at timestamptz(3),
  -- When it was first published, and when its current version was.
  first_published_at timestamptz(3),
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint content_schedule check ((scheduled_number is null) = (publish_at is null)),
  constraint content_built_in check (not built_in or (published_number is not null and deleted_at is null)),
  constraint content_home check (kind <> 'home' or built_in),
  constraint content_deleted check (deleted_at is null or coalesce(published_number, scheduled_number) is null),
  constraint content_dated check (published_number is null or built_in or first_published_at is not null)
);
create unique index content_slug on content_items (kind, slug) where deleted_at is null;
create index content_newest on content_items (updated_at desc, id desc) where deleted_at is null;
create index content_created on content_items (created_at desc, id desc) where deleted_at is null;
create index content_journal on content_items (first_published_at desc, id desc)
  where kind = 'post' and published_number is not null;
create index content_due on content_items (publish_at) where publish_at is not null;
create index content_linked on content_items (navigation) where navigation <> 'none' and published_number is not null;

create table content_versions (
  content_id text not null references content_items,
  number integer not null check (number >= 0),
  title text not null check (title <> ''),
  description text not null default '',
  -- Version 0 of a built-in item is the initial content, which is part of the code.
  fields jsonb,
  picture_ids text[] not null default '{}',
  product_ids text[] not null default '{}',
  text text not null default '',
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')
    || to_tsvector('english', text)) stored,
  created_by text references profiles on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (content_id, number),
  constraint content_initial check ((number = 0) = (fields is null))
);
create index content_search on content_versions using gin (search);
create index content_pictures on content_versions using gin (picture_ids);
create index content_titles on content_versions using gin (lower(title) gin_trgm_ops);
create index content_authors on content_versions (created_by) where created_by is not null;
alter table content_items add foreign key (id, draft_number) references content_versions deferrable initially deferred;
alter table content_items add foreign key (id, published_number) references content_versions deferrable initially deferred;
alter table content_items add foreign key (id, scheduled_number) references content_versions deferrable initially deferred;

-- If a slug changes, links to the old one lead to the new one.
create table content_former_slugs (
  kind text not null,
  slug text not null,
  content_id text not null references content_items,
  created_at timestamptz(3) not null default now(),
  primary key (kind, slug)
);
create index content_former_slugs_item on content_former_slugs (content_id);

create function content_record_slug() returns trigger language plpgsql as $$
begin
  -- The item that has a slug now owns its address.
  delete from content_former_slugs where kind = new.kind and slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into content_former_slugs (kind, slug, content_id) values (old.kind, old.slug, new.id)
      on conflict (kind, slug) do update set content_id = excluded.content_id, created_at = now();
  end if;
  return null;
end $$;
create trigger content_slug_new after insert on content_items for each row execute function content_record_slug();
create trigger content_slug_changed after update of slug on content_items
  for each row when (old.slug <> new.slug) execute function content_record_slug();

-- Cached pages have the tags `content`, the IDs of their items, and `settings`, which every page has.
create function content_changed() returns trigger language plpgsql as $$
begin
  if (old.published_number, old.slug, old.navigation) is not distinct from (new.published_number, new.slug, new.navigation)
    or coalesce(old.published_number, new.published_number) is null then
    return null;
  end if;
  perform catalog_note_change(new.id);
  perform catalog_note_change('content');
  -- Every page links to the linked pages, and to the Journal once it has a post.
  if old.navigation <> 'none' or new.navigation <> 'none'
    or (new.kind = 'post' and (old.published_number is null) <> (new.published_number is null)) then
    perform catalog_note_change('settings');
  end if;
  return null;
end $$;
create trigger content_shown after update on content_items for each row execute function content_changed();

create function content_picture_changed() returns trigger language plpgsql as $$
begin
  if exists (select from content_versions where picture_ids @> array[old.id]) then
    perform catalog_note_change(old.id);
  end if;
  if exists (select from categories where picture_id = old.id union all select from collections where picture_id = old.id) then
    perform catalog_note_change('settings');
  end if;
  return null;
end $$;
create trigger pictures_in_content after delete on pictures for each row execute function content_picture_changed();
create trigger pictures_described_in_content after update of alt on pictures
  for each row when (old.alt <> new.alt) execute function content_picture_changed();

-- Only a version's author can change, when an account is deleted.
create trigger content_versions_immutable
  before update of content_id, number, title, description, fields, picture_ids, product_ids, text, created_at or delete
  on content_versions for each row execute function refuse_rewrite();

insert into content_items (id, kind, slug, built_in, draft_number, published_number) values
  ('cnt_00000000000000000001', 'home', 'home', true, 0, 0),
  ('cnt_00000000000000000002', 'page', 'shipping-returns', true, 0, 0),
  ('cnt_00000000000000000003', 'page', 'contact', true, 0, 0),
  ('cnt_00000000000000000004', 'page', 'privacy', true, 0, 0),
  ('cnt_00000000000000000005', 'page', 'terms', true, 0, 0);

insert into content_versions (content_id, number, title, description, text) values
  ('cnt_00000000000000000001', 0, 'Home', '', ''),
  ('cnt_00000000000000000002', 0, 'Shipping and returns',
    'What shipping costs, where we ship, and how to return an order.', 'delivery tracking countries fee tax refund'),
  ('cnt_00000000000000000003', 0, 'Contact', 'How to reach a person, by phone or email.', 'customer service support help'),
  ('cnt_00000000000000000004', 0, 'Privacy',
    'What we store about you, and how to delete it.', 'cookies personal data retention newsletter'),
  ('cnt_00000000000000000005', 0, 'Terms', 'What we promise each other when you buy here.',
    'orders prices payment cancellations account reviews');

-- The links of the header and the footer, once the owner has arranged them: one row.
create table navigation (
  id boolean primary key default true constraint navigation_single check (id),
  -- Null after a reset.
  arrangement jsonb,
  version integer not null default 1
);

-- Old addresses, and where they lead.
create table redirects (
  path text primary key check (path ~ '^/' and length(path) <= 500),
  target text not null check (length(target) between 1 and 500),
  -- The target as a path, to find loops. Null for another website.
  target_path text,
  created_at timestamptz(3) not null default now()
);
create index redirects_newest on redirects (created_at desc, path desc);
