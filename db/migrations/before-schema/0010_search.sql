-- Finding products: one lean row for each published product, and the words that the shop knows.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Apart from products, so that a search reads few pages, and a sale or a review does not touch the index.
create table search_entries (
  product_id text primary key references products on delete cascade,
  name_key text not null,
  category text not null,
  price bigint not null,
  in_stock boolean not null,
  popularity integer not null,
  created_at timestamptz(3) not null,
  words tsvector not null
) with (fillfactor = 90, toast_tuple_target = 8160, autovacuum_analyze_scale_factor = 0.02);
-- Ranking reads every candidate's words: packed or moved out they would cost ten times as much.
alter table search_entries alter column words set storage external;

-- The words that products are found by, in plain spelling, for corrections and completions.
create table search_words (
  word text collate "C" primary key,
  stem text not null,
  uses integer not null,
  -- of these, where it is what a product is called: such words complete what is being typed
  named integer not null
);
create index search_words_named on search_words (word, named desc) where named > 0;
create index search_words_stem on search_words (stem);
create index search_words_alike on search_words using gin (word gin_trgm_ops);

/* Plain words with one blank between them; lines stay apart. A sign is a blank, but an apostrophe is nothing. */
create function search_clean(said text) returns text language sql stable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(lower(unaccent(said)), '[''’`]', '', 'g'), '[^[:alnum:]\n]+', ' ', 'g'))
$$;

/* What a name is known by. Signs alone (a rose, a heart) are a name too. */
create function search_key(said text) returns text language sql stable parallel safe as $$
  select coalesce(nullif(replace(search_clean(said), E'\n', ' '), ''), regexp_replace(btrim(said), '\s+', ' ', 'g'))
$$;

/* Neighbours written as one, so that 'eyeshadow' and 'eye shadow' meet whoever writes which. */
create function search_pairs(clean text) returns text language sql immutable parallel safe as $$
  select regexp_replace(clean, '([^ \n]+) ([^ \n]+)', '\1\2', 'g') || E'\n' ||
    regexp_replace(regexp_replace(clean, '^ *[^ \n]+ ', '', 'gn'), '([^ \n]+) ([^ \n]+)', '\1\2', 'g')
$$;

/* Prices by half steps, so that an index can tell cheap from dear without a look at the row. */
create function search_price_step(price bigint) returns integer language sql immutable parallel safe as $$
  select least(40, floor(ln(greatest(price, 1)::float8) / ln(1.5::float8))::integer)
$$;

/* A: name. B: what it is and what it is called. C: what it promises. D: prose and ingredients.
   '~' marks a word of A or B, '#' the category, '$' the price: so the index alone finds the best of many. */
create function search_document(p products) returns tsvector language plpgsql stable parallel safe as $$
declare
  name text := search_clean(p.name);
  called text := search_clean(p.brand || E'\n' || p.category || E'\n' || array_to_string(p.keywords, E'\n'));
  promised text := search_clean(p.tagline || E'\n' || array_to_string(p.benefits, E'\n'));
  made_of text := search_clean(array_to_string(p.ingredients, E'\n'));
  first tsvector := setweight(to_tsvector('english', name || E'\n' || search_pairs(name)), 'A')
    || setweight(to_tsvector('english', called || E'\n' || search_pairs(called)), 'B');
begin
  return first
    || setweight(to_tsvector('english', promised), 'C')
    || setweight(to_tsvector('english', search_clean(p.description) || E'\n' || made_of || E'\n' || search_pairs(made_of)), 'D')
    || array_to_tsvector(array(select '~' || lexeme from unnest(tsvector_to_array(first)) as lexeme)
      || array['#' || p.category, '$' || search_price_step(p.price)]);
end $$;

/* Stars count by how many gave them; a few early ones don't lift a product above a loved one. */
create function search_popularity(stars integer, reviews integer) returns integer language sql immutable parallel safe as $$
  select round(20 * ln(1 + reviews) * (stars + 12.0) / (reviews + 3) / 5)::integer
$$;

/* Every word of a product, and whether it is one that it is called by. */
create function search_spoken(p products) returns table (word text, called boolean) language sql stable parallel safe as $$
  select word, bool_or(said.called)
  from (values
    (search_clean(concat_ws(E'\n', p.name, p.brand, p.category, array_to_string(p.keywords, E'\n'))), true),
    (search_clean(concat_ws(E'\n', p.tagline, array_to_string(p.benefits, E'\n'), array_to_string(p.ingredients, E'\n'))), false)
  ) as said (words, called), regexp_split_to_table(said.words, '[ \n]+') as word
  where length(word) between 2 and 40
  group by word
$$;

create function search_stem(word text) returns text language sql stable parallel safe as $$
  select coalesce((ts_lexize('english_stem', word))[1], word)
$$;

/* Known words are left alone: a lock on a common word would queue up all who edit products. They are counted by night. */
create function search_learn(entering products[]) returns void language sql as $$
  with spoken as materialized (
    select word, count(*) as uses, count(*) filter (where called) as named
    from unnest(entering) as p, search_spoken(p)
    where p.status = 'published'
    group by word
  ), added as (
    insert into search_words (word, stem, uses, named)
    select word, search_stem(word), uses, named from spoken order by word
    on conflict do nothing
  )
  update search_words as known set named = 1 from spoken
    where known.word = spoken.word and known.named = 0 and spoken.named > 0
$$;

create function search_entry(p products) returns setof search_entries language sql stable as $$
  select p.id, search_key(p.name), p.category, p.price, p.in_stock, search_popularity(p.rating_sum, p.review_count),
    p.created_at, search_document(p)
  where p.status = 'published'
$$;

create function search_enter(entering products[]) returns void language plpgsql as $$
begin
  insert into search_entries select entry.* from unnest(entering) as p, search_entry(p) as entry
  on conflict (product_id) do update set name_key = excluded.name_key, category = excluded.category,
    price = excluded.price, in_stock = excluded.in_stock, popularity = excluded.popularity,
    created_at = excluded.created_at, words = excluded.words;
  perform search_learn(entering);
end $$;

create function products_search_added() returns trigger language plpgsql as $$
begin
  perform search_enter(array(select row(added.*)::products from added where status = 'published'));
  return null;
end $$;
create trigger products_search_added after insert on products
  referencing new table as added for each statement execute function products_search_added();

create function products_search_changed() returns trigger language plpgsql as $$
begin
  delete from search_entries where product_id in (select id from after where status <> 'published');
  perform search_enter(array(
    select row(a.*)::products from after a join before b using (id)
    where a.status = 'published'
      and (a.name, a.brand, a.category, a.tagline, a.description, a.price, a.keywords, a.benefits, a.ingredients, a.status, a.created_at)
        is distinct from
        (b.name, b.brand, b.category, b.tagline, b.description, b.price, b.keywords, b.benefits, b.ingredients, b.status, b.created_at)
  ));
  update search_entries e set in_stock = a.in_stock, popularity = search_popularity(a.rating_sum, a.review_count)
    from after a
    where e.product_id = a.id
      and (e.in_stock, e.popularity) <> (a.in_stock, search_popularity(a.rating_sum, a.review_count));
  return null;
end $$;
create trigger products_search_changed after update on products
  referencing old table as before new table as after for each statement execute function products_search_changed();

/* How often each word stands in the shop; words that left it are forgotten. */
create function search_count_words() returns void language sql as $$
  with counted as materialized (
    select word, count(*)::integer as uses, (count(*) filter (where called))::integer as named
    from products p, search_spoken(p)
    where p.status = 'published'
    group by word
  ), kept as (
    insert into search_words (word, stem, uses, named)
    select word, search_stem(word), uses, named from counted order by word
    on conflict (word) do update set uses = excluded.uses, named = excluded.named
      where (search_words.uses, search_words.named) <> (excluded.uses, excluded.named)
  )
  delete from search_words w where not exists (select from counted c where c.word = w.word)
$$;

/* All that is asked for. A group is a word or what means the same; one without a word that the index keeps asks for nothing. */
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

/* The same, asked of what a product is called. */
create function search_strong(weak tsquery) returns tsquery language sql immutable parallel safe as $$
  select regexp_replace(weak::text, '''([^'']+)''', '''~\1''', 'g')::tsquery
$$;

/* At most so many products for some words, the best kinds of match first.
   The settings hold for this function alone: a plan for a rare word must not be used for a common one, nor compiled. */
create function search_candidates(
  exact text, groups text[], direct text, near text, categories text[], least_price bigint, most_price bigint, most integer
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
      ts_rank('{0.08, 0.25, 0.6, 1}', words, wanted) * wanted_count as found,
      least(ts_rank('{0.08, 0.25, 0.6, 1}', words, alike) * alike_count, cardinality(groups)) as found_alike
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

/* The cheapest of very many, after a place in their list: a walk up the prices meets a page of them soon, since they
   are at least one in a thousand of a million. Sorting all of them would read them all. */
create function search_cheapest(
  groups text[], called boolean, shelf text, least_price bigint, most_price bigint, to_be_had boolean,
  after_price bigint, after_id text, most integer
) returns table (product_id text, tier integer, price bigint)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off as $$
declare
  wanted tsquery := search_whole(groups);
begin
  if called then wanted := search_strong(wanted); end if;
  return query
  select e.product_id, case when called then 2 else 1 end, e.price from search_entries e
  where e.words @@ wanted and (shelf is null or e.category = shelf) and (to_be_had is null or e.in_stock = to_be_had)
    and (e.price, e.product_id) > (greatest(after_price, least_price), case when after_price >= least_price then after_id else '' end)
    and e.price <= most_price
  order by e.price, e.product_id limit most;
end $$;

-- A shop that is already open: its products first, then the indexes, which is many times quicker.
insert into search_entries select entry.* from products as p, search_entry(p) as entry;
select search_count_words();

-- What waits in the pending list is read by each search: it is kept short.
create index search_entries_words on search_entries using gin (words) with (gin_pending_list_limit = 512);
-- A name may be longer than a b-tree takes.
create index search_entries_name on search_entries using hash (name_key);
create index search_entries_price on search_entries (price, product_id);
create index search_entries_popular on search_entries (popularity desc, product_id) where in_stock;
