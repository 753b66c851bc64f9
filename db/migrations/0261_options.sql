-- Families with up to three options, of which the owner names what is neither a shade nor a size.
alter table families drop constraint families_options;
alter table families add constraint families_options check (cardinality(options) between 1 and 3
  and options <@ '{shade,size,option1,option2,option3}'
  and options[1] <> options[2] and options[1] <> options[3] and options[2] <> options[3]);
alter table families add column option_settings jsonb not null default '{}';
alter table products
  add column option1 text check (option1 <> ''),
  add column option2 text check (option2 <> ''),
  add column option3 text check (option3 <> '');
alter table listings add column choices integer not null default 0;

-- What a shopper chooses, as it is displayed.
create function option_value(p products, option text) returns text language sql immutable parallel safe as $$
  select case option when 'shade' then p.shade_name when 'size' then display_size(p.size_quantity, p.size_unit)
    when 'option1' then p.option1 when 'option2' then p.option2 when 'option3' then p.option3 end
$$;

create or replace function products_join_family() returns trigger language plpgsql as $$
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

drop trigger products_join_family on products;
create trigger products_join_family
  before insert or update of family_id, name, brand, category, shade_name, shade_code, shade_color, shade_finish,
    size_quantity, size_unit, option1, option2, option3, sku on products
  for each row execute function products_join_family();

drop trigger families_shown on families;
create trigger families_shown
  after update of name, brand, category, tagline, description, benefits, how_to_use, options, option_settings on families
  for each row execute function families_changed();

create or replace function family_listing(family families) returns products language plpgsql stable as $$
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

create or replace function listings_refresh(changed text[], texts boolean) returns void language plpgsql as $$
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

create or replace function products_search_changed() returns trigger language plpgsql as $$
declare
  rewritten text[];
  updated text[];
begin
  rewritten := array(
    select distinct unnest(array[a.listing_id, b.listing_id]) from after a join before b using (id)
    where (a.name, a.brand, a.category, a.tagline, a.description, a.price, a.keywords, a.benefits, a.ingredients, a.status,
        a.created_at, a.listing_id, a.position, a.shade_name, a.shade_code, a.shade_color, a.size_quantity, a.size_unit, a.sku,
        a.option1, a.option2, a.option3)
      is distinct from
      (b.name, b.brand, b.category, b.tagline, b.description, b.price, b.keywords, b.benefits, b.ingredients, b.status,
        b.created_at, b.listing_id, b.position, b.shade_name, b.shade_code, b.shade_color, b.size_quantity, b.size_unit, b.sku,
        b.option1, b.option2, b.option3));
  updated := array(
    select distinct a.listing_id from after a join before b using (id)
    where (a.in_stock, a.featured, a.rating_sum, a.review_count, a.images -> 0 is null)
      <> (b.in_stock, b.featured, b.rating_sum, b.review_count, b.images -> 0 is null)
      and a.listing_id <> all (rewritten));
  if cardinality(rewritten) > 0 then perform listings_refresh(rewritten, true); end if;
  if cardinality(updated) > 0 then perform listings_refresh(updated, false); end if;
  return null;
end $$;

drop trigger products_webhooks_changed on products;
create constraint trigger products_webhooks_changed after update on products deferrable initially deferred for each row
  when ((old.slug, old.name, old.brand, old.tagline, old.description, old.category, old.price, old.original_price, old.image_url,
      old.size_quantity, old.size_unit, old.benefits, old.ingredients, old.how_to_use, old.status, old.images, old.family_id,
      old.shade_name, old.shade_code, old.shade_color, old.shade_finish, old.sku, old.barcode, old.weight,
      old.option1, old.option2, old.option3)
    is distinct from (new.slug, new.name, new.brand, new.tagline, new.description, new.category, new.price, new.original_price,
      new.image_url, new.size_quantity, new.size_unit, new.benefits, new.ingredients, new.how_to_use, new.status, new.images,
      new.family_id, new.shade_name, new.shade_code, new.shade_color, new.shade_finish, new.sku, new.barcode, new.weight,
      new.option1, new.option2, new.option3))
  execute function products_to_webhooks();
