-- Plain words for what is stored under words of a former dialect.
alter table returns rename column asked_at to requested_at;
alter table newsletter_subscribers rename column asked_at to requested_at;
alter table idempotency_keys rename column answer to response;

-- PostgreSQL 18 names the NOT NULL constraint of a column after it.
do $$
declare
  stale record;
begin
  for stale in
    select conrelid::regclass as owner, conname as name, replace(conname, '_asked_at_', '_requested_at_') as current
    from pg_constraint where connamespace = 'public'::regnamespace and conname like '%\_asked\_at\_not\_null'
  loop
    execute format('alter table %s rename constraint %I to %I', stale.owner, stale.name, stale.current);
  end loop;
end $$;

alter table returns drop constraint returns_state_check;
update returns set state = 'requested' where state = 'asked';
alter table returns alter column state set default 'requested', add constraint returns_state_check
  check (state in ('requested', 'received', 'inspected', 'closed', 'declined'));
drop index returns_open;
create index returns_open on returns (requested_at, id) where state in ('requested', 'received', 'inspected');

alter table newsletter_subscribers drop constraint newsletter_subscribers_state_check;
update newsletter_subscribers set state = 'pending' where state = 'asked';
alter table newsletter_subscribers add constraint newsletter_subscribers_state_check
  check (state in ('pending', 'subscribed', 'left'));

alter table refunds drop constraint refunds_state_check;
update refunds set state = 'pending' where state = 'asked';
alter table refunds alter column state set default 'pending', add constraint refunds_state_check
  check (state in ('pending', 'done', 'failed'));

update pictures set origin = 'bundled:' || substr(origin, 7) where starts_with(origin, 'house:');
update store_facts set key = replace(key, 'what-sells:', 'top-products:') where starts_with(key, 'what-sells:');

alter index accounting_found rename to accounting_search;
alter index profiles_found rename to profiles_search;
alter index families_found rename to families_search;
alter index products_found rename to products_search;
alter index newsletter_subscribers_found rename to newsletter_subscribers_search;
alter index uploads_found rename to uploads_search;
alter index orders_found rename to orders_search;
alter index reviews_found rename to reviews_search;
alter index products_by_standing rename to products_by_status;
alter trigger stock_movements_kept on stock_movements rename to stock_movements_permanent;
alter trigger audit_entries_kept on audit_entries rename to audit_entries_permanent;
alter trigger accounting_lines_kept on accounting_lines rename to accounting_lines_permanent;
alter trigger orders_tally_gone on orders rename to orders_tally_removed;
alter trigger auth_users_tally_gone on auth_users rename to auth_users_tally_removed;
alter trigger offers_tally_gone on orders rename to offers_tally_removed;
alter function product_slug_kept() rename to products_record_slug;

alter table letters rename to emails;
do $$
declare
  stale record;
begin
  for stale in select conname as name from pg_constraint where conrelid = 'emails'::regclass and starts_with(conname, 'letters_') loop
    execute format('alter table emails rename constraint %I to %I', stale.name, replace(stale.name, 'letters_', 'emails_'));
  end loop;
end $$;
alter index letters_order rename to emails_order;
alter index letters_recipient rename to emails_recipient;
alter index letters_unsent rename to emails_unsent;

-- A parameter can't be renamed.
drop function take_attempt(text, int, interval, boolean);
drop function search_clean(text);
drop function search_key(text);
drop function search_spoken(products);
drop function search_cheapest(text[], boolean, text, bigint, bigint, boolean, bigint, text, integer);
create function take_attempt(attempt_key text, most int, span interval, is_pending boolean)
returns table (taken bigint, free_at timestamptz)
language plpgsql as $$
declare
  since timestamptz := now() - span;
begin
  perform pg_advisory_xact_lock(hashtextextended(attempt_key, 0));
  -- Pending attempts of a process that died expire after a minute.
  select at + span into free_at from attempts
    where key = attempt_key and at > since and not (pending and at > now() - interval '1 minute')
    order by at desc offset most - 1 limit 1;
  if free_at is null and (select count(*) from attempts where key = attempt_key and at > since) < most then
    insert into attempts (key, pending) values (attempt_key, is_pending) returning id into taken;
  end if;
  return next;
end $$;

create function search_clean(value text) returns text language sql stable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(lower(unaccent(value)), '[''’`]', '', 'g'), '[^[:alnum:]\n]+', ' ', 'g'))
$$;

create function search_key(value text) returns text language sql stable parallel safe as $$
  select coalesce(nullif(replace(search_clean(value), E'\n', ' '), ''), regexp_replace(btrim(value), '\s+', ' ', 'g'))
$$;

create or replace function search_document(p products) returns tsvector language plpgsql stable parallel safe as $$
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

create function search_words_of(p products) returns table (word text, named boolean) language sql stable parallel safe as $$
  select word, bool_or(texts.named)
  from (values
    (search_clean(concat_ws(E'\n', p.name, p.brand, p.category, array_to_string(p.keywords, E'\n'))), true),
    (search_clean(concat_ws(E'\n', p.tagline, array_to_string(p.benefits, E'\n'), array_to_string(p.ingredients, E'\n'))), false)
  ) as texts (words, named), regexp_split_to_table(texts.words, '[ \n]+') as word
  where length(word) between 2 and 40
  group by word
$$;

create or replace function search_learn(entering products[]) returns void language sql set enable_seqscan = off as $$
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

create or replace function search_count_words() returns void language sql as $$
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

create or replace function search_candidates(
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
