-- The digits of a GTIN count three times and once, from the right; their sum ends in 0.
create function gtin_valid(code text) returns boolean language sql immutable parallel safe as $$
  select code ~ '^([0-9]{8}|[0-9]{12,14})$' and (
    select sum(digit::integer * case when (length(code) - place) % 2 = 1 then 3 else 1 end) % 10 = 0
    from regexp_split_to_table(code, '') with ordinality as d (digit, place))
$$;

-- The color family that shoppers filter by, from the hue, lightness, and saturation of #rrggbb.
create function color_group(color text) returns text language plpgsql immutable parallel safe as $$
declare
  r float8 := ('x' || substr(color, 2, 2))::bit(8)::integer / 255.0;
  g float8 := ('x' || substr(color, 4, 2))::bit(8)::integer / 255.0;
  b float8 := ('x' || substr(color, 6, 2))::bit(8)::integer / 255.0;
  most float8 := greatest(r, g, b);
  least_part float8 := least(r, g, b);
  spread float8 := most - least_part;
  light float8 := (most + least_part) / 2;
  strength float8 := case when spread = 0 then 0 else spread / (1 - abs(2 * light - 1)) end;
  hue float8;
begin
  if color is null then return null; end if;
  if light < 0.09 then return 'black'; end if;
  if strength < 0.08 then return case when light > 0.9 then 'white' else 'gray' end; end if;
  hue := 60 * case
    when most = r then (g - b) / spread + case when g < b then 6 else 0 end
    when most = g then (b - r) / spread + 2
    else (r - g) / spread + 4 end;
  return case
    when hue between 12 and 48 and light >= 0.6 and strength < 0.72 then 'nude'
    when hue between 8 and 48 and (strength < 0.62 or light < 0.3) then 'brown'
    when hue between 12 and 40 then 'coral'
    when hue between 40 and 70 then 'gold'
    when hue between 70 and 170 then 'green'
    when hue between 170 and 260 then 'blue'
    when hue between 260 and 300 then 'purple'
    when light < 0.36 and (hue > 300 and hue < 352) then 'berry'
    when light > 0.55 or (strength < 0.5 and light > 0.42) then 'pink'
    when hue > 300 and hue < 340 then 'berry'
    else 'red' end;
end $$;

-- Prices are in US cents. Other currencies are computed with the region's rate.
create table categories (
  name text primary key constraint categories_name check (name <> ''),
  slug text not null unique constraint categories_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  position integer not null,
  id text not null constraint categories_id unique,
  description text not null default '',
  -- Of the library, or one of the bundled banners.
  picture_id text,
  hidden boolean not null default false,
  parent_id text,
  -- Increases when staff edit it, so of two people who edit it at once, the second gets a conflict.
  edition integer not null default 1,
  depth integer not null generated always as (case when parent_id is null then 0 else 1 end) stored,
  parent_depth integer generated always as (case when parent_id is null then null else 0 end) stored,
  constraint categories_id_depth unique (id, depth),
  -- A parent has no parent of its own: there are two levels.
  constraint categories_parent foreign key (parent_id, parent_depth) references categories (id, depth),
  constraint categories_position unique (position) deferrable
);
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

-- Each shade or size is a product with its own price, stock, and pictures. A family groups them.
create table families (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  brand text not null default '',
  category text not null references categories on update cascade,
  tagline text not null default '',
  description text not null default '',
  benefits text[] not null default '{}',
  how_to_use text[] not null default '{}',
  options text[] not null constraint families_options check (cardinality(options) between 1 and 3
    and options <@ '{shade,size,option1,option2,option3}'
    and options[1] <> options[2] and options[1] <> options[3] and options[2] <> options[3]),
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  edition integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- {option: {name, display}}
  option_settings jsonb not null default '{}'
);
-- The back office's list of families.
create index families_newest on families (created_at desc, id desc);
create index families_search on families using gin (lower(name || ' ' || brand || ' ' || slug) gin_trgm_ops);

create table products (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (name <> ''),
  brand text not null default '',
  tagline text not null default '',
  description text not null default '',
  category text not null references categories on update cascade,
  price bigint not null check (price > 0),
  original_price bigint check (original_price > price),
  image_url text,
  size_quantity numeric(10, 2) check (size_quantity > 0),
  size_unit text check (size_unit <> ''),
  benefits text[] not null default '{}',
  ingredients text[] not null default '{}',
  how_to_use text[] not null default '{}',
  keywords text[] not null default '{}',
  featured boolean not null default false,
  status text not null default 'published' check (status in ('draft', 'published', 'archived')),
  in_stock boolean not null default false,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  version bigint not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Copied from the product's pictures, because lists are read far more often than pictures change.
  images jsonb not null default '[]',
  -- Increases when staff edit the product, so of two people who edit it at once, the second gets a conflict. Sales and
  -- reviews don't change it.
  edition integer not null default 1,
  family_id text references families,
  position integer not null default 0,
  shade_name text check (shade_name <> ''),
  shade_code text check (shade_code <> ''),
  shade_color text check (shade_color ~ '^#[0-9a-f]{6}$'),
  shade_finish text check (shade_finish <> ''),
  color_group text generated always as (color_group(shade_color)) stored,
  sku text check (sku <> ''),
  barcode text check (gtin_valid(barcode)),
  -- In grams.
  weight integer check (weight > 0),
  -- Distinguishes it from the other members of its family.
  option_key text,
  -- The words of its shade and size: a search that contains them shows this member.
  option_words text[] not null default '{}',
  -- What a list shows as one card: the family, or the product itself.
  listing_id text generated always as (coalesce(family_id, id)) stored,
  -- Whether staff have changed the product's pictures. The store then doesn't restore the bundled ones.
  own_pictures boolean not null default false,
  -- Products of one line suggest each other in the cart, in the order of their steps.
  line text check (line <> ''),
  routine_step integer check (routine_step > 0),
  -- Values of options that the family names.
  option1 text check (option1 <> ''),
  option2 text check (option2 <> ''),
  option3 text check (option3 <> ''),
  -- What the store pays for it.
  cost bigint check (cost > 0),
  -- What search engines show. Without them, the name, the tagline, and the description.
  seo_title text check (seo_title <> ''),
  seo_description text check (seo_description <> ''),
  -- The offer that reduced the price from the original price.
  price_offer_id text,
  -- The day from which its pre-orders ship. Its stock is what is expected until then.
  preorder_date date,
  check ((size_quantity is null) = (size_unit is null)),
  constraint products_shade_named check (coalesce(shade_code, shade_color, shade_finish) is null or shade_name is not null),
  constraint products_family_option unique (family_id, option_key) deferrable,
  constraint products_sku_key unique (sku) deferrable,
  constraint products_barcode unique (barcode) deferrable,
  -- Orders of gift cards and gift-wrapped orders refer to them. They aren't sold in the catalog.
  constraint products_hidden check (id not in ('prd_gift_card', 'prd_gift_wrap') or status = 'archived')
);
-- Each list of products reads one of these in order and stops after a page.
create index products_newest on products (created_at desc, id desc) where status = 'published';
create index products_by_name on products (name, id) where status = 'published';
create index products_by_price on products (price, id) where status = 'published';
create index products_category_newest on products (category, created_at desc, id desc) where status = 'published';
create index products_category_name on products (category, name, id) where status = 'published';
create index products_category_price on products (category, price, id) where status = 'published';
create index products_featured on products (created_at desc, id desc) where status = 'published' and featured;
-- The back office lists products of any status.
create index products_every_newest on products (created_at desc, id desc);
create index products_every_name on products (name, id);
create index products_every_price on products (price, id);
create index products_by_status on products (status, created_at desc, id desc);
create index products_search on products
  using gin (lower(name || ' ' || brand || ' ' || slug || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, '')) gin_trgm_ops);
-- The home page shows the newest products that have a photo.
create index products_pictured_newest on products (created_at desc, id desc) where images -> 0 is not null;
create index products_listing on products (listing_id, position, id);
create index products_line_steps on products (line, routine_step, position, id)
  where status = 'published' and line is not null;
create index products_unpublished_name on products (status, name, id) where status <> 'published';
create index products_of_price_offer on products (price_offer_id) where price_offer_id is not null;
create index products_unpublished_price on products (status, price, id) where status <> 'published';

-- What each product cost when, in US cents. Where a law asks for it, a reduction is compared with the lowest price of the 30
-- days before it.
create table price_history (
  product_id text not null references products on delete cascade,
  price bigint not null,
  from_at timestamptz(3) not null default now(),
  to_at timestamptz(3),
  primary key (product_id, from_at)
);

create function products_record_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update price_history set to_at = now() where product_id = new.id and to_at is null and from_at < now();
  end if;
  -- Of several changes in one transaction, the last is the one that anyone sees.
  insert into price_history (product_id, price) values (new.id, new.price)
    on conflict (product_id, from_at) do update set price = excluded.price, to_at = null;
  return null;
end $$;
create trigger products_priced after insert on products for each row execute function products_record_price();
create trigger products_price_recorded after update of price, original_price, price_offer_id, category, family_id on products
  for each row when (old.price <> new.price) execute function products_record_price();

-- A product page lives at /product/{slug}. If the slug changes, links to the old one must still lead there.
create table product_former_slugs (
  slug text primary key,
  product_id text not null references products on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index product_former_slugs_product on product_former_slugs (product_id);

create table product_pictures (
  product_id text not null references products on delete cascade,
  position integer not null check (position > 0),
  picture_id text not null references pictures on update cascade,
  primary key (product_id, position)
);
create index product_pictures_used on product_pictures (picture_id, product_id);

-- What lists of products show: one row per published family or single product.
create table listings (
  id text primary key,
  -- The first published member. A search finds the listing under this product.
  lead_id text not null unique,
  -- The first member that can be bought: its picture is on the card.
  card_id text not null,
  family_id text references families on delete cascade,
  name text not null,
  category text not null,
  price bigint not null,
  highest_price bigint not null,
  in_stock boolean not null,
  featured boolean not null,
  pictured boolean not null,
  shades integer not null,
  sizes integer not null,
  color_groups text[] not null,
  size_names text[] not null,
  -- [{name, color}] of the first members
  swatches jsonb not null default '[]',
  created_at timestamptz(3) not null,
  title_words text[] not null default '{}',
  ingredients text[] not null default '{}',
  -- The published members of a family with options of its own.
  choices integer not null default 0
);
create index listings_newest on listings (created_at desc, id desc);
create index listings_by_name on listings (name, id);
create index listings_by_price on listings (price, id);
create index listings_category_newest on listings (category, created_at desc, id desc);
create index listings_category_name on listings (category, name, id);
create index listings_category_price on listings (category, price, id);
create index listings_featured on listings (created_at desc, id desc) where featured;
create index listings_color_groups on listings using gin (color_groups);
create index listings_pictured on listings (created_at desc, id desc) where pictured;
create index listings_size_names on listings using gin (size_names);

-- The colors and sizes that shoppers can filter a category by. Triggers add new ones immediately; the nightly job
-- deletes those that no listing has anymore.
create table listing_options (
  category text not null,
  kind text not null check (kind in ('color', 'size')),
  value text not null,
  primary key (category, kind, value)
);
create index listing_options_everywhere on listing_options (kind, value);

-- Each node drops its cached pages that show what changed.
create table catalog_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  product_id text not null,
  at timestamptz(3) not null default now()
);
create index catalog_changes_xid on catalog_changes (xid);

create view listed_options as
  select l.id, l.category, option.kind, option.value
  from listings l, lateral (
    select 'color' as kind, unnest(l.color_groups) as value union all select 'size', unnest(l.size_names)) option;

create function catalog_note_change(product text) returns void language plpgsql as $$
begin
  insert into catalog_changes (product_id) values (product);
  perform pg_notify('catalog', product);
end $$;

create function products_before_write() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger products_version before update on products
  for each row execute function products_before_write();

-- The page of each member shows the whole family, so a change to one member is a change to the family.
create function products_after_write() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(changed) from (
    select distinct unnest(array[old.id, new.id, old.family_id, new.family_id]) as changed) each
    where changed is not null;
  return null;
end $$;
create trigger products_shown after insert or update or delete on products
  for each row execute function products_after_write();

create function products_take_pictures(product text) returns void language sql as $$
  update products set
    images = coalesce(taken.images, '[]'),
    image_url = taken.images -> 0 ->> 'url'
  from (
    select jsonb_agg(jsonb_build_object('id', p.id, 'url', '/media/' || p.id || '.' || replace(p.type, 'image/', ''),
      'width', p.width, 'height', p.height, 'alt', p.alt, 'preview', p.preview) order by pp.position) as images
    from product_pictures pp join pictures p on p.id = pp.picture_id
    where pp.product_id = product
  ) taken
  where products.id = product
$$;

create function product_pictures_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform products_take_pictures(old.product_id); end if;
  if tg_op <> 'DELETE' then perform products_take_pictures(new.product_id); end if;
  return null;
end $$;
create trigger product_pictures_shown after insert or update or delete on product_pictures
  for each row execute function product_pictures_changed();

create function products_record_slug() returns trigger language plpgsql as $$
begin
  -- The product that has a slug now owns its address.
  delete from product_former_slugs where slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into product_former_slugs (slug, product_id) values (old.slug, new.id)
      on conflict (slug) do update set product_id = excluded.product_id, created_at = now();
  end if;
  return null;
end $$;
create trigger product_slug_new after insert on products for each row execute function products_record_slug();
create trigger product_slug_changed after update of slug on products
  for each row when (old.slug <> new.slug) execute function products_record_slug();

create function display_size(quantity numeric, unit text) returns text language sql immutable parallel safe as $$
  select trim_scale(quantity) || ' ' || unit
$$;

-- What a shopper chooses, as it is displayed.
create function option_value(p products, option text) returns text language sql immutable parallel safe as $$
  select case option when 'shade' then p.shade_name when 'size' then display_size(p.size_quantity, p.size_unit)
    when 'option1' then p.option1 when 'option2' then p.option2 when 'option3' then p.option3 end
$$;

-- A member is named after its family and its options, and shares the family's brand and category. Changes within a family
-- wait for each other, so the family is locked first.
create function products_join_family() returns trigger language plpgsql as $$
declare
  family families;
  chosen text[];
begin
  if tg_op = 'UPDATE' and old.family_id is distinct from new.family_id then
    perform from families where id = old.family_id for no key update;
  end if;
  new.option_words := string_to_array(search_clean(concat_ws(' ', new.shade_name, new.shade_code, new.shade_finish,
    color_group(new.shade_color), display_size(new.size_quantity, new.size_unit), new.option1, new.option2, new.option3,
    new.sku)), ' ');
  if new.family_id is null then
    new.option_key := null;
    new.position := 0;
    return new;
  end if;
  select * into strict family from families where id = new.family_id for no key update;
  if 'shade' = any (family.options) and new.shade_name is null then
    raise exception 'a member needs a shade' using errcode = 'check_violation', constraint = 'products_family_shade';
  end if;
  if 'size' = any (family.options) and new.size_quantity is null then
    raise exception 'a member needs a size' using errcode = 'check_violation', constraint = 'products_family_size';
  end if;
  new.brand := family.brand;
  new.category := family.category;
  chosen := array(select option_value(new, option) from unnest(family.options) with ordinality as o (option, place) order by place);
  new.option_key := lower(array_to_string(chosen, '/', ''));
  new.name := concat_ws(', ', family.name, array_to_string(array_remove(chosen, null), ', '));
  return new;
end $$;
create trigger products_join_family
  before insert or update of family_id, name, brand, category, shade_name, shade_code, shade_color, shade_finish,
    size_quantity, size_unit, option1, option2, option3, sku on products
  for each row execute function products_join_family();

create function families_before_write() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger families_version before update on families for each row execute function families_before_write();

-- Each member's page shows the family's text, so each member counts as changed.
create function families_changed() returns trigger language plpgsql as $$
begin
  update products set name = name where family_id = new.id;
  perform listings_refresh(array[new.id], true);
  return null;
end $$;
create trigger families_shown
  after update of name, brand, category, tagline, description, benefits, how_to_use, options, option_settings on families
  for each row execute function families_changed();

create function family_has_member() returns trigger language plpgsql as $$
declare
  family text;
begin
  if tg_table_name = 'families' then family := new.id; else family := old.family_id; end if;
  if exists (select from families where id = family) and not exists (select from products where family_id = family) then
    raise exception 'a family has at least one member'
      using errcode = 'check_violation', constraint = 'families_have_members';
  end if;
  return null;
end $$;
create constraint trigger families_have_members after insert on families
  deferrable initially deferred for each row execute function family_has_member();
create constraint trigger families_keep_members after update of family_id on products
  deferrable initially deferred for each row when (old.family_id is distinct from new.family_id)
  execute function family_has_member();
create constraint trigger families_keep_members_deleted after delete on products
  deferrable initially deferred for each row when (old.family_id is not null) execute function family_has_member();

-- A family as the one product that a search finds.
create function family_listing(family families) returns products language plpgsql stable as $$
declare
  lead products;
begin
  select * into lead from products where family_id = family.id and status = 'published' order by position, id limit 1;
  if lead.id is null then return null; end if;
  lead.name := family.name;
  lead.tagline := coalesce(nullif(family.tagline, ''), lead.tagline);
  lead.description := coalesce(nullif(family.description, ''), lead.description);
  if cardinality(family.benefits) > 0 then lead.benefits := family.benefits; end if;
  select min(price), bool_or(in_stock), bool_or(featured), sum(rating_sum), sum(review_count), min(created_at),
      array_remove(array_agg(distinct shade_name) || array_agg(distinct shade_code) || array_agg(distinct color_group)
        || array_agg(distinct display_size(size_quantity, size_unit)) || array_agg(distinct option1)
        || array_agg(distinct option2) || array_agg(distinct option3) || array_agg(distinct sku), null)
    into lead.price, lead.in_stock, lead.featured, lead.rating_sum, lead.review_count, lead.created_at, lead.keywords
    from products where family_id = family.id and status = 'published';
  lead.keywords := lead.keywords
    || array(select distinct word from products p, unnest(p.keywords) as word where p.family_id = family.id);
  lead.ingredients := array(select distinct part from products p, unnest(p.ingredients) as part where p.family_id = family.id);
  return lead;
end $$;

-- Families are locked first and in order, so that two changes never leave a listing that counts only one of them.
create function listings_refresh(changed text[], texts boolean) returns void language plpgsql as $$
declare
  entering products[];
begin
  perform from families where id = any (changed) order by id for no key update;
  update families f set rating_sum = m.rating_sum, review_count = m.review_count
    from (select family_id, sum(rating_sum) as rating_sum, sum(review_count) as review_count
      from products where family_id = any (changed) group by family_id) m
    where f.id = m.family_id and (f.rating_sum, f.review_count) <> (m.rating_sum, m.review_count);
  entering := array(
    select listed from (
      select p from products p where p.id = any (changed) and p.family_id is null and p.status = 'published'
      union all
      select f from families, family_listing(families) f where families.id = any (changed) and f.id is not null
    ) as either (listed) order by (listed).created_at, (listed).id);
  delete from listings l where l.id = any (changed)
    and not exists (select from unnest(entering) e where e.listing_id = l.id and e.id = l.lead_id);
  delete from search_entries s using products p
    where p.id = s.product_id and p.listing_id = any (changed) and s.product_id not in (select e.id from unnest(entering) e);
  insert into listings (id, lead_id, card_id, family_id, name, category, price, highest_price, in_stock, featured,
      pictured, shades, sizes, color_groups, size_names, swatches, created_at, title_words, ingredients, choices)
    select e.listing_id, e.id, coalesce(m.card_id, e.id), e.family_id, e.name, e.category, e.price,
      coalesce(m.highest_price, e.price), e.in_stock, e.featured, coalesce(m.pictured, e.images -> 0 is not null),
      coalesce(m.shades, 0), coalesce(m.sizes, 0),
      coalesce(m.color_groups, array_remove(array[e.color_group], null)),
      coalesce(m.size_names, array_remove(array[display_size(e.size_quantity, e.size_unit)], null)),
      coalesce(m.swatches, '[]'), e.created_at, title_words(card.name, card.keywords), card.ingredients,
      coalesce(m.choices, 0)
    from unnest(entering) e
    left join lateral (
      select (array_agg(p.id order by p.in_stock desc, p.position, p.id))[1] as card_id, max(p.price) as highest_price,
        bool_or(p.images -> 0 is not null) as pictured, count(distinct lower(p.shade_name)) as shades,
        count(distinct display_size(p.size_quantity, p.size_unit)) as sizes,
        array_remove(array_agg(distinct p.color_group), null) as color_groups,
        array_remove(array_agg(distinct display_size(p.size_quantity, p.size_unit)), null) as size_names,
        (select jsonb_agg(jsonb_build_object('name', shade_name, 'color', shade_color) order by place) from (
          select shade_name, shade_color, min(s.position) as place from products s
          where s.family_id = e.family_id and s.status = 'published' and s.shade_color is not null
          group by shade_name, shade_color order by place limit 6) dots) as swatches,
        (select count(*) from families f where f.id = e.family_id and f.options && '{option1,option2,option3}') * count(*) as choices
      from products p where p.family_id = e.family_id and p.status = 'published'
    ) m on e.family_id is not null
    join products card on card.id = coalesce(m.card_id, e.id)
  on conflict (id) do update set (lead_id, card_id, name, category, price, highest_price, in_stock, featured, pictured,
      shades, sizes, color_groups, size_names, swatches, created_at, title_words, ingredients, choices)
    = (excluded.lead_id, excluded.card_id, excluded.name, excluded.category, excluded.price, excluded.highest_price,
      excluded.in_stock, excluded.featured, excluded.pictured, excluded.shades, excluded.sizes, excluded.color_groups,
      excluded.size_names, excluded.swatches, excluded.created_at, excluded.title_words, excluded.ingredients, excluded.choices)
    where listings is distinct from excluded;
  if texts then
    perform search_enter(entering);
  else
    update search_entries s set in_stock = e.in_stock, popularity = search_popularity(e.rating_sum, e.review_count)
      from unnest(entering) e where s.product_id = e.id
        and (s.in_stock, s.popularity) <> (e.in_stock, search_popularity(e.rating_sum, e.review_count));
  end if;
end $$;

-- For rows that were inserted without triggers.
create function listings_rebuild() returns void language plpgsql as $$
declare
  part text[];
begin
  for part in
    select array_agg(listing_id) from (
      select listing_id, row_number() over (order by listing_id) / 500 as part
      from (select distinct listing_id from products) ids) numbered
    group by numbered.part
  loop
    perform listings_refresh(part, false);
  end loop;
end $$;

-- A rating and a sale can change a family's listing. They lock the family before its products, as every change does.
create function lock_families_of(product_ids text[]) returns void language sql as $$
  select from families where id in (select family_id from products where id = any (product_ids)) order by id for no key update
$$;

-- Words by which related products are ranked. A product page ranks over a hundred listings.
create function title_words(name text, keywords text[]) returns text[] language sql stable parallel safe as $$
  select array(select distinct word
    from regexp_split_to_table(lower(name || ' ' || array_to_string(keywords, ' ')), '[^a-z]+') as word
    where length(word) > 3)
$$;

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

-- Products that staff put together, or that a rule does, across categories.
create table collections (
  id text primary key,
  name text not null constraint collections_name check (name <> ''),
  slug text not null constraint collections_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  description text not null default '',
  hidden boolean not null default false,
  -- Absent if staff choose the products.
  rule jsonb,
  edition integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- Of the library, or one of the bundled banners.
  picture_id text
);
create unique index collections_any_case on collections (lower(name));

create table collection_products (
  collection_id text not null references collections on delete cascade,
  product_id text not null references products on delete cascade,
  position integer not null,
  primary key (collection_id, product_id)
);
create index collection_products_of_product on collection_products (product_id);

-- What rules look for.
create index products_brand on products (brand) where status = 'published';
create index products_keywords on products using gin (keywords) where status = 'published';
create index products_reduced on products (created_at) where status = 'published' and original_price is not null;

insert into categories (name, slug, position, id, picture_id) values
  ('Skincare', 'skincare', 1, 'cat_' || substr(md5('Skincare'), 1, 20), 'mood-skincare'),
  ('Makeup', 'makeup', 2, 'cat_' || substr(md5('Makeup'), 1, 20), 'mood-makeup'),
  ('Haircare', 'haircare', 3, 'cat_' || substr(md5('Haircare'), 1, 20), 'mood-haircare'),
  ('Fragrance', 'fragrance', 4, 'cat_' || substr(md5('Fragrance'), 1, 20), 'mood-fragrance'),
  ('Tools & Accessories', 'tools-accessories', 5, 'cat_' || substr(md5('Tools & Accessories'), 1, 20), 'mood-tools');
create trigger categories_shown after insert or update or delete on categories
  for each statement execute function categories_changed();
