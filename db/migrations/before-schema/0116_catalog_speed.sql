-- What related products are ranked by, of the product on the card. A product page ranks over a hundred listings.

create function title_words(name text, keywords text[]) returns text[] language sql stable parallel safe as $$
  select array(select distinct word
    from regexp_split_to_table(lower(name || ' ' || array_to_string(keywords, ' ')), '[^a-z]+') as word
    where length(word) > 3)
$$;
alter table listings
  add column title_words text[] not null default '{}',
  add column ingredients text[] not null default '{}';
update listings l set title_words = title_words(p.name, p.keywords), ingredients = p.ingredients
  from products p where p.id = l.card_id;

/* Families are locked first and in order, so that two changes never leave a listing that counts only one of them. */
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
      pictured, shades, sizes, color_groups, size_names, swatches, created_at, title_words, ingredients)
    select e.listing_id, e.id, coalesce(m.card_id, e.id), e.family_id, e.name, e.category, e.price,
      coalesce(m.highest_price, e.price), e.in_stock, e.featured, coalesce(m.pictured, e.images -> 0 is not null),
      coalesce(m.shades, 0), coalesce(m.sizes, 0),
      coalesce(m.color_groups, array_remove(array[e.color_group], null)),
      coalesce(m.size_names, array_remove(array[display_size(e.size_quantity, e.size_unit)], null)),
      coalesce(m.swatches, '[]'), e.created_at, title_words(card.name, card.keywords), card.ingredients
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
    join products card on card.id = coalesce(m.card_id, e.id)
  on conflict (id) do update set (lead_id, card_id, name, category, price, highest_price, in_stock, featured, pictured,
      shades, sizes, color_groups, size_names, swatches, created_at, title_words, ingredients)
    = (excluded.lead_id, excluded.card_id, excluded.name, excluded.category, excluded.price, excluded.highest_price,
      excluded.in_stock, excluded.featured, excluded.pictured, excluded.shades, excluded.sizes, excluded.color_groups,
      excluded.size_names, excluded.swatches, excluded.created_at, excluded.title_words, excluded.ingredients)
    where listings is distinct from excluded;
  if texts then
    perform search_enter(entering);
  else
    update search_entries s set in_stock = e.in_stock, popularity = search_popularity(e.rating_sum, e.review_count)
      from unnest(entering) e where s.product_id = e.id
        and (s.in_stock, s.popularity) <> (e.in_stock, search_popularity(e.rating_sum, e.review_count));
  end if;
end $$;

-- The back office's list of families.
create index families_newest on families (created_at desc, id desc);
create index families_found on families using gin (lower(name || ' ' || brand || ' ' || slug) gin_trgm_ops);

-- One result fewer to store: in a small store, storing it took a quarter of the time of a search.
create or replace function search_candidates(
  exact text, groups text[], direct text, near text, categories text[], least_price bigint, most_price bigint, most integer,
  only_counts boolean
) returns table (product_id text, name_key text, category text, price bigint, in_stock boolean, created_at timestamptz, tier integer, score bigint)
language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  key text := search_key(exact);
  parts tsquery[] := array(select to_tsquery('english', g) from unnest(groups) as g);
  whole tsquery := search_whole(groups);
  either tsquery;
  strong tsquery := search_strong(whole);
  strong_part tsquery;
  part tsquery;
  fence tsquery;
  wanted tsquery := to_tsquery('english', direct);
  alike tsquery := to_tsquery('english', near);
  wanted_count integer := (numnode(wanted) + 1) / 2;
  alike_count integer := (numnode(alike) + 1) / 2;
begin
  foreach part in array parts loop
    continue when numnode(part) = 0;
    either := case when either is null then part else either || part end;
  end loop;
  strong_part := search_strong(either);
  if categories is not null then
    fence := (select string_agg(quote_literal('#' || c), ' | ')::tsquery from unnest(categories) c);
  end if;
  if least_price is not null then
    part := (select string_agg('''$' || step || '''', ' | ')::tsquery
      from generate_series(search_price_step(least_price), search_price_step(most_price)) as step);
    fence := case when fence is null then part else fence && part end;
  end if;
  if fence is not null then
    whole := whole && fence;
    strong := strong && fence;
    strong_part := strong_part && fence;
  end if;
  return query
  with named as materialized (
    select e.*, 3 as tier from search_entries e where e.name_key = key
      and (categories is null or e.category = any (categories))
      and (least_price is null or e.price between least_price and most_price)
    limit most
  ), strongly as materialized (
    select e.*, 2 as tier from search_entries e where e.words @@ strong and e.name_key <> key
      and (least_price is null or e.price between least_price and most_price)
    limit most
  ), weakly as materialized (
    select e.*, 1 as tier from search_entries e
    where (select count(*) from strongly) < most
      and e.words @@ whole and not e.words @@ strong and e.name_key <> key
      and (least_price is null or e.price between least_price and most_price)
    limit most
  ), partly as materialized (
    select e.*, 0 as tier from search_entries e
    where cardinality(groups) > 1 and (select count(*) from strongly) + (select count(*) from weakly) < 8
      and e.words @@ strong_part and not e.words @@ whole and e.name_key <> key
      and (least_price is null or e.price between least_price and most_price)
    limit 200
  ), met as (
    select * from named union all select * from strongly union all select * from weakly union all select * from partly
    limit most
  ), ranked as (
    select met.*,
      case when only_counts and (select count(*) >= most from met) then 0 else ts_rank('{0.08, 0.25, 0.6, 1}', words, wanted) * wanted_count end as found,
      case when only_counts and (select count(*) >= most from met) then 0
        else least(ts_rank('{0.08, 0.25, 0.6, 1}', words, alike) * alike_count, cardinality(groups)) end as found_alike
    from met
  )
  select r.product_id, r.name_key, r.category, r.price, r.in_stock, r.created_at, r.tier, (
    case when r.tier = 3 then 1e9 else 0 end
    + 1e4 * (case when r.in_stock then 1 else 0.6 end) * (
      2 * r.tier + r.found + 0.5 * r.found_alike
      + case when r.tier > 0 then 0 else (
          select sum(case when r.words @@ p then 1.0 else 0 end) from unnest(parts) as p) end
      + r.popularity / 500.0
    ))::bigint
  from ranked r;
end $$;
