-- The planner could count the matches again for each match: a million rows for a thousand matches.
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
  ), counted as materialized (
    select only_counts and count(*) >= most as alone from met
  ), ranked as (
    select met.*,
      case when alone then 0 else ts_rank('{0.08, 0.25, 0.6, 1}', words, wanted) * wanted_count end as found,
      case when alone then 0
        else least(ts_rank('{0.08, 0.25, 0.6, 1}', words, alike) * alike_count, cardinality(groups)) end as found_alike
    from met, counted
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
