-- Separate from products, so that a search reads few pages, and sales don't touch the index of words.
create table search_entries (
  product_id text primary key references products on delete cascade,
  name_key text not null,
  category text not null,
  price bigint not null,
  in_stock boolean not null,
  popularity integer not null,
  created_at timestamptz(3) not null,
  words tsvector not null,
  -- A price filter finds a family by the price of any published member, not only by the lowest.
  prices int8multirange not null
) with (fillfactor = 90, toast_tuple_target = 8160, autovacuum_analyze_scale_factor = 0.02);
alter table search_entries alter column words set storage external;
-- Each search reads the whole pending list, so it is short.
create index search_entries_words on search_entries using gin (words) with (gin_pending_list_limit = 512);
-- A hash index, because a name may be too long for a b-tree.
create index search_entries_name on search_entries using hash (name_key);
create index search_entries_price on search_entries (price, product_id);
create index search_entries_popular on search_entries (popularity desc, product_id) where in_stock;

-- The words of all published products, for corrections and completions.
create table search_words (
  word text collate "C" primary key,
  stem text not null,
  uses integer not null,
  -- How many of the uses are in a product's name, brand, category, or keywords. Only such words complete what is typed.
  named integer not null
);
create index search_words_named on search_words (word, named desc) where named > 0;
create index search_words_stem on search_words (stem);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

-- Lowercase words without accents, separated by single spaces. Line breaks stay; apostrophes are removed.
create function search_clean(value text) returns text language sql stable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(lower(unaccent(value)), '[''’`]', '', 'g'), '[^[:alnum:]\n]+', ' ', 'g'))
$$;

-- For exact matches of a name. A name may consist of symbols only, such as a heart.
create function search_key(value text) returns text language sql stable parallel safe as $$
  select coalesce(nullif(replace(search_clean(value), E'\n', ' '), ''), regexp_replace(btrim(value), '\s+', ' ', 'g'))
$$;

-- Joins neighboring words, so that 'eyeshadow' and 'eye shadow' match.
create function search_pairs(clean text) returns text language sql immutable parallel safe as $$
  select regexp_replace(clean, '([^ \n]+) ([^ \n]+)', '\1\2', 'g') || E'\n' ||
    regexp_replace(regexp_replace(clean, '^ *[^ \n]+ ', '', 'gn'), '([^ \n]+) ([^ \n]+)', '\1\2', 'g')
$$;

-- A logarithmic price step, by which the index can filter prices without reading rows.
create function search_price_step(price bigint) returns integer language sql immutable parallel safe as $$
  select least(40, floor(ln(greatest(price, 1)::float8) / ln(1.5::float8))::integer)
$$;

-- Weights: A is the name; B brand, category, and keywords; C tagline and benefits; D description and ingredients. '~' marks
-- a word of A or B, '#' the category, '$' the price step, so that the index alone finds the best of many matches.
create function search_document(p products) returns tsvector language plpgsql stable parallel safe as $$
declare
  name text := search_clean(p.name);
  labels text := search_clean(p.brand || E'\n' || p.category || E'\n' || array_to_string(p.keywords, E'\n'));
  benefits text := search_clean(p.tagline || E'\n' || array_to_string(p.benefits, E'\n'));
  ingredients text := search_clean(array_to_string(p.ingredients, E'\n'));
  first tsvector := setweight(to_tsvector('english', name || E'\n' || search_pairs(name)), 'A')
    || setweight(to_tsvector('english', labels || E'\n' || search_pairs(labels)), 'B');
begin
  return first
    || setweight(to_tsvector('english', benefits), 'C')
    || setweight(to_tsvector('english', search_clean(p.description) || E'\n' || ingredients || E'\n' || search_pairs(ingredients)), 'D')
    || array_to_tsvector(array(select '~' || lexeme from unnest(tsvector_to_array(first)) as lexeme)
      || array['#' || p.category, '$' || search_price_step(p.price)]);
end $$;

-- The average rating, weighted by the number of reviews, so that a few early stars don't outrank many.
create function search_popularity(stars integer, reviews integer) returns integer language sql immutable parallel safe as $$
  select round(20 * ln(1 + reviews) * (stars + 12.0) / (reviews + 3) / 5)::integer
$$;

-- Each word of a product, and whether it is part of its name, brand, category, or keywords.
create function search_words_of(p products) returns table (word text, named boolean) language sql stable parallel safe as $$
  select word, bool_or(texts.named)
  from (values
    (search_clean(concat_ws(E'\n', p.name, p.brand, p.category, array_to_string(p.keywords, E'\n'))), true),
    (search_clean(concat_ws(E'\n', p.tagline, array_to_string(p.benefits, E'\n'), array_to_string(p.ingredients, E'\n'))), false)
  ) as texts (words, named), regexp_split_to_table(texts.words, '[ \n]+') as word
  where length(word) between 2 and 40
  group by word
$$;

create function search_stem(word text) returns text language sql stable parallel safe as $$
  select coalesce((ts_lexize('english_stem', word))[1], word)
$$;

-- Known words aren't updated: the lock on a common word would make all edits of products wait. A nightly job counts them.
create function search_learn(entering products[]) returns void language sql set enable_seqscan = off as $$
  with entered as materialized (
    select word, count(*) as uses, count(*) filter (where w.named) as named
    from unnest(entering) as p, search_words_of(p) w
    where p.status = 'published'
    group by word
  ), added as (
    insert into search_words (word, stem, uses, named)
    select word, search_stem(word), uses, named from entered order by word
    on conflict do nothing
  )
  update search_words as known set named = 1 from entered
    where known.word = entered.word and known.named = 0 and entered.named > 0
$$;

create function search_entry(p products) returns setof search_entries language sql stable as $$
  select p.id, search_key(p.name), p.category, p.price, p.in_stock, search_popularity(p.rating_sum, p.review_count),
    p.created_at, search_document(p) || coalesce(m.steps, ''), coalesce(m.prices, int8multirange(int8range(p.price, p.price, '[]')))
  from (select range_agg(int8range(price, price, '[]')) as prices,
      array_to_tsvector(array_agg(distinct '$' || search_price_step(price))) as steps
    from products where family_id = p.family_id and status = 'published') m
  where p.status = 'published'
$$;

create function search_enter(entering products[]) returns void language plpgsql as $$
begin
  insert into search_entries select entry.* from unnest(entering) as p, search_entry(p) as entry
  on conflict (product_id) do update set name_key = excluded.name_key, category = excluded.category,
    price = excluded.price, prices = excluded.prices, in_stock = excluded.in_stock, popularity = excluded.popularity,
    created_at = excluded.created_at, words = excluded.words;
  perform search_learn(entering);
end $$;

create function products_search_added() returns trigger language plpgsql as $$
begin
  perform listings_refresh(array(select distinct listing_id from added), true);
  return null;
end $$;
create trigger products_search_added after insert on products
  referencing new table as added for each statement execute function products_search_added();

create function products_search_changed() returns trigger language plpgsql as $$
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
create trigger products_search_changed after update on products
  referencing old table as before new table as after for each statement execute function products_search_changed();

-- Counts the uses of each word, and deletes words that no product has.
create function search_count_words() returns void language sql as $$
  with listed as (
    select p from products p where family_id is null and status = 'published'
    union all
    select family from families, family_listing(families) family where family.id is not null
  ), counted as materialized (
    select word, count(*)::integer as uses, (count(*) filter (where w.named))::integer as named
    from listed, search_words_of(p) w group by word
  ), saved as (
    insert into search_words (word, stem, uses, named)
    select word, search_stem(word), uses, named from counted order by word
    on conflict (word) do update set uses = excluded.uses, named = excluded.named
      where (search_words.uses, search_words.named) <> (excluded.uses, excluded.named)
  )
  delete from search_words w where not exists (select from counted c where c.word = w.word)
$$;

-- Matches all groups. A group is a word and its synonyms; a group of stop words is ignored.
create function search_whole(groups text[]) returns tsquery language plpgsql stable as $$
declare
  whole tsquery;
  part tsquery;
begin
  foreach part in array array(select to_tsquery('english', g) from unnest(groups) as g) loop
    continue when numnode(part) = 0;
    whole := case when whole is null then part else whole && part end;
  end loop;
  return whole;
end $$;

-- The same query for words of weight A or B only.
create function search_strong(weak tsquery) returns tsquery language sql immutable parallel safe as $$
  select regexp_replace(weak::text, '''([^'']+)''', '''~\1''', 'g')::tsquery
$$;

-- The cheapest of very many matches, after a cursor. Reading in order of price finds a page of them quickly, since at least
-- one product in a thousand matches. Sorting would read all of them.
create function search_cheapest(
  groups text[], strong_only boolean, in_category text, least_price bigint, most_price bigint, available boolean,
  after_price bigint, after_id text, most integer
) returns table (product_id text, tier integer, price bigint)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  wanted tsquery := search_whole(groups);
begin
  if strong_only then wanted := search_strong(wanted); end if;
  return query
  select e.product_id, case when strong_only then 2 else 1 end, e.price from search_entries e
  where e.words @@ wanted and (in_category is null or e.category = in_category) and (available is null or e.in_stock = available)
    and (e.price, e.product_id) > (greatest(after_price, least_price), case when after_price >= least_price then after_id else '' end)
    and e.price <= most_price
  order by e.price, e.product_id limit most;
end $$;

create function products_search_removed() returns trigger language plpgsql as $$
begin
  perform listings_refresh(array(select distinct listing_id from removed), true);
  return null;
end $$;
create trigger products_search_removed after delete on products
  referencing old table as removed for each statement execute function products_search_removed();

create function search_candidates(
  exact text, groups text[], direct text, near text, categories text[], least_price bigint, most_price bigint, most integer,
  only_counts boolean
) returns table (product_id text, name_key text, category text, price bigint, prices int8multirange, in_stock boolean,
  created_at timestamptz, tier integer, score bigint)
language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  key text := search_key(exact);
  price_range int8range := int8range(least_price, most_price, '[]');
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
      and (least_price is null or e.prices && price_range)
    limit most
  ), strongly as materialized (
    select e.*, 2 as tier from search_entries e where e.words @@ strong and e.name_key <> key
      and (least_price is null or e.prices && price_range)
    limit most
  ), weakly as materialized (
    select e.*, 1 as tier from search_entries e
    where (select count(*) from strongly) < most
      and e.words @@ whole and not e.words @@ strong and e.name_key <> key
      and (least_price is null or e.prices && price_range)
    limit most
  ), partly as materialized (
    select e.*, 0 as tier from search_entries e
    where cardinality(groups) > 1 and (select count(*) from strongly) + (select count(*) from weakly) < 8
      and e.words @@ strong_part and not e.words @@ whole and e.name_key <> key
      and (least_price is null or e.prices && price_range)
    limit 200
  ), met as (
    select * from named union all select * from strongly union all select * from weakly union all select * from partly
    limit most
  ), counted as materialized (
    select only_counts and count(*) >= most as alone from met
  ), ranked as (
    select met.*,
      case when alone then 0 else ts_rank('{0.08, 0.25, 0.6, 1}', words, wanted) * wanted_count end as rank,
      case when alone then 0
        else least(ts_rank('{0.08, 0.25, 0.6, 1}', words, alike) * alike_count, cardinality(groups)) end as similar_rank
    from met, counted
  )
  select r.product_id, r.name_key, r.category, r.price, r.prices, r.in_stock, r.created_at, r.tier, (
    case when r.tier = 3 then 1e9 else 0 end
    + 1e4 * (case when r.in_stock then 1 else 0.6 end) * (
      2 * r.tier + r.rank + 0.5 * r.similar_rank
      + case when r.tier > 0 then 0 else (
          select sum(case when r.words @@ p then 1.0 else 0 end) from unnest(parts) as p) end
      + r.popularity / 500.0
    ))::bigint
  from ranked r;
end $$;
