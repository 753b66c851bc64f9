-- Shades and sizes. A shade or size is a product with its own price, stock, and pictures. A family groups them.

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
  options text[] not null constraint families_options check (options in ('{shade}', '{size}', '{shade,size}')),
  rating_sum integer not null default 0,
  review_count integer not null default 0,
  edition integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- The digits of a GTIN count three times and once, from the right; their sum ends in 0.
create function gtin_valid(code text) returns boolean language sql immutable parallel safe as $$
  select code ~ '^([0-9]{8}|[0-9]{12,14})$' and (
    select sum(digit::integer * case when (length(code) - place) % 2 = 1 then 3 else 1 end) % 10 = 0
    from regexp_split_to_table(code, '') with ordinality as d (digit, place))
$$;

/* The color family that shoppers filter by, from the hue, lightness, and saturation of #rrggbb. */
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

alter table products
  add column family_id text references families,
  add column position integer not null default 0,
  add column shade_name text check (shade_name <> ''),
  add column shade_code text check (shade_code <> ''),
  add column shade_color text check (shade_color ~ '^#[0-9a-f]{6}$'),
  add column shade_finish text check (shade_finish <> ''),
  add column color_group text generated always as (color_group(shade_color)) stored,
  add column sku text unique check (sku <> ''),
  add column barcode text check (gtin_valid(barcode)),
  -- in grams
  add column weight integer check (weight > 0),
  -- What tells it from the other members of its family.
  add column option_key text,
  -- The words of its shade and size: a search that contains them shows this member.
  add column option_words text[] not null default '{}',
  -- What a list shows as one card: the family, or the product itself.
  add column listing_id text generated always as (coalesce(family_id, id)) stored,
  add constraint products_shade_named check (coalesce(shade_code, shade_color, shade_finish) is null or shade_name is not null),
  add constraint products_family_option unique (family_id, option_key);
create index products_listing on products (listing_id, position, id);
create unique index products_barcode on products (barcode);

-- The back office searches by SKU and barcode too.
drop index products_found;
create index products_found on products
  using gin (lower(name || ' ' || brand || ' ' || slug || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, '')) gin_trgm_ops);

create function display_size(quantity numeric, unit text) returns text language sql immutable parallel safe as $$
  select trim_scale(quantity) || ' ' || unit
$$;

/* A member is named after its family and its options, and shares the family's brand and category.
   Changes within a family wait for one another, so the family is locked first. */
create function products_join_family() returns trigger language plpgsql as $$
declare
  family families;
  size text := display_size(new.size_quantity, new.size_unit);
begin
  if tg_op = 'UPDATE' and old.family_id is distinct from new.family_id then
    perform from families where id = old.family_id for no key update;
  end if;
  new.option_words := string_to_array(search_clean(concat_ws(' ', new.shade_name, new.shade_code, new.shade_finish,
    color_group(new.shade_color), size, new.sku)), ' ');
  if new.family_id is null then
    new.option_key := null;
    new.position := 0;
    return new;
  end if;
  select * into strict family from families where id = new.family_id for no key update;
  if 'shade' = any (family.options) and new.shade_name is null then
    raise exception 'a member needs a shade' using errcode = 'check_violation', constraint = 'products_family_shade';
  end if;
  if 'size' = any (family.options) and size is null then
    raise exception 'a member needs a size' using errcode = 'check_violation', constraint = 'products_family_size';
  end if;
  new.brand := family.brand;
  new.category := family.category;
  new.option_key := concat_ws('/', case when 'shade' = any (family.options) then lower(new.shade_name) end,
    case when 'size' = any (family.options) then size end);
  new.name := concat_ws(', ', family.name, case when 'shade' = any (family.options) then new.shade_name end,
    case when 'size' = any (family.options) then size end);
  return new;
end $$;
create trigger products_join_family
  before insert or update of family_id, name, brand, category, shade_name, shade_code, shade_color, shade_finish,
    size_quantity, size_unit, sku on products
  for each row execute function products_join_family();

create function families_before_write() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger families_version before update on families for each row execute function families_before_write();

/* Every page of a member shows the family's text, so each member counts as changed. */
create function families_changed() returns trigger language plpgsql as $$
begin
  update products set name = name where family_id = new.id;
  perform listings_refresh(array[new.id], true);
  return null;
end $$;
create trigger families_shown
  after update of name, brand, category, tagline, description, benefits, how_to_use, options on families
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

-- What shops list: one row per published family or single product.
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
  created_at timestamptz(3) not null
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

/* A family as the one product that a search finds. */
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
        || array_agg(distinct display_size(size_quantity, size_unit)) || array_agg(distinct sku), null)
    into lead.price, lead.in_stock, lead.featured, lead.rating_sum, lead.review_count, lead.created_at, lead.keywords
    from products where family_id = family.id and status = 'published';
  lead.keywords := lead.keywords
    || array(select distinct word from products p, unnest(p.keywords) as word where p.family_id = family.id);
  lead.ingredients := array(select distinct part from products p, unnest(p.ingredients) as part where p.family_id = family.id);
  return lead;
end $$;

/* Families are locked first and in order, so that two changes never leave a listing that counts only one of them. */
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
      pictured, shades, sizes, color_groups, size_names, swatches, created_at)
    select e.listing_id, e.id, coalesce(m.card_id, e.id), e.family_id, e.name, e.category, e.price,
      coalesce(m.highest_price, e.price), e.in_stock, e.featured, coalesce(m.pictured, e.images -> 0 is not null),
      coalesce(m.shades, 0), coalesce(m.sizes, 0),
      coalesce(m.color_groups, array_remove(array[e.color_group], null)),
      coalesce(m.size_names, array_remove(array[display_size(e.size_quantity, e.size_unit)], null)),
      coalesce(m.swatches, '[]'), e.created_at
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
          group by shade_name, shade_color order by place limit 6) dots) as swatches
      from products p where p.family_id = e.family_id and p.status = 'published'
    ) m on e.family_id is not null
  on conflict (id) do update set (lead_id, card_id, name, category, price, highest_price, in_stock, featured, pictured,
      shades, sizes, color_groups, size_names, swatches, created_at)
    = (excluded.lead_id, excluded.card_id, excluded.name, excluded.category, excluded.price, excluded.highest_price,
      excluded.in_stock, excluded.featured, excluded.pictured, excluded.shades, excluded.sizes, excluded.color_groups,
      excluded.size_names, excluded.swatches, excluded.created_at)
    where listings is distinct from excluded;
  if texts then
    perform search_enter(entering);
  else
    update search_entries s set in_stock = e.in_stock, popularity = search_popularity(e.rating_sum, e.review_count)
      from unnest(entering) e where s.product_id = e.id
        and (s.in_stock, s.popularity) <> (e.in_stock, search_popularity(e.rating_sum, e.review_count));
  end if;
end $$;

create or replace function products_search_added() returns trigger language plpgsql as $$
begin
  perform listings_refresh(array(select distinct listing_id from added), true);
  return null;
end $$;

create or replace function products_search_changed() returns trigger language plpgsql as $$
declare
  rewritten text[];
  updated text[];
begin
  rewritten := array(
    select distinct unnest(array[a.listing_id, b.listing_id]) from after a join before b using (id)
    where (a.name, a.brand, a.category, a.tagline, a.description, a.price, a.keywords, a.benefits, a.ingredients, a.status,
        a.created_at, a.listing_id, a.position, a.shade_name, a.shade_code, a.shade_color, a.size_quantity, a.size_unit, a.sku)
      is distinct from
      (b.name, b.brand, b.category, b.tagline, b.description, b.price, b.keywords, b.benefits, b.ingredients, b.status,
        b.created_at, b.listing_id, b.position, b.shade_name, b.shade_code, b.shade_color, b.size_quantity, b.size_unit, b.sku));
  updated := array(
    select distinct a.listing_id from after a join before b using (id)
    where (a.in_stock, a.featured, a.rating_sum, a.review_count, a.images -> 0 is null)
      <> (b.in_stock, b.featured, b.rating_sum, b.review_count, b.images -> 0 is null)
      and a.listing_id <> all (rewritten));
  if cardinality(rewritten) > 0 then perform listings_refresh(rewritten, true); end if;
  if cardinality(updated) > 0 then perform listings_refresh(updated, false); end if;
  return null;
end $$;

create function products_search_removed() returns trigger language plpgsql as $$
begin
  perform listings_refresh(array(select distinct listing_id from removed), true);
  return null;
end $$;
create trigger products_search_removed after delete on products
  referencing old table as removed for each statement execute function products_search_removed();

-- What the store counts as products are listings: a family counts once.
drop trigger products_tally on products;
drop function products_tallied();
create function listings_tallied() returns trigger language plpgsql as $$
begin
  insert into tally_changes (name, change) values ('products', case when tg_op = 'INSERT' then 1 else -1 end);
  return null;
end $$;
create function products_emptied() returns trigger language plpgsql as $$
begin
  delete from listings;
  perform tallies_rebuild();
  return null;
end $$;
drop trigger products_emptied on products;
create trigger products_emptied after truncate on products execute function products_emptied();

-- For stores that were filled while triggers were off.
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
select listings_rebuild();
create trigger listings_tally after insert or delete on listings for each row execute function listings_tallied();
create or replace function tallies_rebuild() returns void language plpgsql as $$
begin
  lock table orders, profiles, auth_users, products in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('tallies', 0));
  truncate sales_hours, sales_changes, buyers, tallies, tally_changes;
  insert into sales_hours
  select date_trunc('hour', created_at, 'UTC'), region, count(*), count(*) filter (where payment_status = 'paid'),
    coalesce(sum(base_total) filter (where payment_status = 'paid'), 0)
  from orders where payment_status = 'paid' or payment_method = 'demo' group by 1, 2;
  insert into buyers select email, min(created_at), max(created_at) from orders
  where payment_status = 'paid' or payment_method = 'demo' group by email;
  insert into tallies
  select 'customers', count(*) from profiles p join auth_users u on u.id = p.id where p.role = 'user' and u.email_verified
  union all
  select 'products', count(*) from listings;
end $$;

create or replace function search_count_words() returns void language sql as $$
  with listed as (
    select p from products p where family_id is null and status = 'published'
    union all
    select family from families, family_listing(families) family where family.id is not null
  ), counted as materialized (
    select word, count(*)::integer as uses, (count(*) filter (where called))::integer as named
    from listed, search_spoken(p) group by word
  ), saved as (
    insert into search_words (word, stem, uses, named)
    select word, search_stem(word), uses, named from counted order by word
    on conflict (word) do update set uses = excluded.uses, named = excluded.named
      where (search_words.uses, search_words.named) <> (excluded.uses, excluded.named)
  )
  delete from search_words w where not exists (select from counted c where c.word = w.word)
$$;

-- Reviews belong to the listing. Each has the product that was bought, and so its shade.
alter table reviews add column listing_id text;
update reviews r set listing_id = p.listing_id from products p where p.id = r.product_id;
create function reviews_join_listing() returns trigger language plpgsql as $$
begin
  new.listing_id := (select listing_id from products where id = new.product_id);
  return new;
end $$;
create trigger reviews_join_listing before insert on reviews for each row execute function reviews_join_listing();
alter table reviews alter column listing_id set not null;
create index reviews_of_listing on reviews (listing_id, created_at desc, id desc) where status = 'published';
drop index reviews_of_product;

create function reviews_follow_product() returns trigger language plpgsql as $$
begin
  update reviews set listing_id = new.listing_id where product_id = new.id;
  return null;
end $$;
create trigger reviews_follow_product after update of family_id on products
  for each row when (old.listing_id <> new.listing_id) execute function reviews_follow_product();

-- A rating and a sale can change a family's listing. They lock the family before its products, as every change does.
create function lock_families_of(product_ids text[]) returns void language sql as $$
  select from families where id in (select family_id from products where id = any (product_ids)) order by id for no key update
$$;

create or replace function reviews_count() returns trigger language plpgsql as $$
begin
  perform lock_families_of(array[old.product_id, new.product_id]);
  if tg_op <> 'INSERT' and old.status = 'published' then
    update products set rating_sum = rating_sum - old.rating, review_count = review_count - 1
      where id = old.product_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'published' then
    update products set rating_sum = rating_sum + new.rating, review_count = review_count + 1
      where id = new.product_id;
  end if;
  return null;
end $$;

create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  turned text[];
  changed text[];
begin
  perform from stock_levels where product_id in (select product_id from arrived) order by product_id for update;
  with moved as (
    select product_id, sum(change)::integer as change, bool_or(reason in ('received', 'returned', 'counted')) as is_rare
    from arrived group by product_id having sum(change) <> 0
  ), leveled as (
    update stock_levels s set available = s.available + m.change,
      low_stock_notified = s.low_stock_notified and s.available + m.change <= 5
    from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as level_before, m.is_rare
  )
  select array_agg(product_id) filter (where (level > 0) <> (level_before > 0)),
      array_agg(product_id) filter (where (level > 0) = (level_before > 0) and (is_rare or least(level, 6) <> least(level_before, 6)))
    into turned, changed from leveled;
  if turned is not null then
    perform lock_families_of(turned);
    update products p set in_stock = not p.in_stock from stock_levels s
      where p.id = any (turned) and s.product_id = p.id and p.in_stock <> (s.available > 0);
  end if;
  perform catalog_note_change(id) from unnest(changed) as id;
  return null;
end $$;
