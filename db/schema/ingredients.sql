-- The dictionary of cosmetic ingredients. The values of a release and those of the owner are separate, so that a release
-- changes only the first.
create table substances (
  id text primary key,
  -- Of the release's entry. Absent if it is the owner's own.
  key text unique,
  -- The INCI name.
  name text not null check (char_length(name) between 1 and 200),
  -- The form in which names are compared.
  normalized_name text not null unique check (normalized_name <> ''),
  built_in jsonb check (jsonb_typeof(built_in) = 'object'),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  fields jsonb not null generated always as (coalesce(built_in, '{}') || overrides) stored,
  -- What the law says, with its authority and date. Only releases write it.
  facts jsonb not null default '[]' check (jsonb_typeof(facts) = 'array'),
  -- Name, synonyms, and numbers, in that form.
  search_text text not null,
  edition integer not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint substances_origin check ((key is null) = (built_in is null))
);
create index substances_by_name on substances (lower(name), id);
create index substances_search on substances using gin (search_text gin_trgm_ops);

-- The normalized INCI names and synonyms. A name means one substance.
create table substance_names (
  name text primary key check (name <> ''),
  substance_id text not null references substances on delete cascade
);
create index substance_names_of_substance on substance_names (substance_id);

-- Versions of what a product, or all products of a family, is made of. A product's own formula comes before its family's.
create table formulas (
  id text primary key,
  product_id text references products on delete cascade,
  family_id text references families on delete set null,
  version integer not null check (version > 0),
  -- Whether it stays on the skin. Products that are rinsed off have higher limits.
  leave_on boolean not null,
  valid_from timestamptz(3) not null,
  -- Until then, an earlier version applies. The versions after it may apply before it.
  pending boolean not null default false,
  -- At most three: {substanceId, note}
  heroes jsonb not null default '[]' check (jsonb_typeof(heroes) = 'array' and jsonb_array_length(heroes) <= 3),
  created_at timestamptz(3) not null default now(),
  constraint formulas_owner check (num_nonnulls(product_id, family_id) <= 1),
  constraint formulas_of_product unique (product_id, version),
  constraint formulas_of_family unique (family_id, version)
);
create index formulas_pending on formulas (valid_from) where pending;

-- In the order of the list.
create table formula_lines (
  formula_id text not null references formulas on delete cascade,
  position integer not null check (position > 0),
  -- As written.
  name text not null check (char_length(name) between 1 and 200),
  normalized_name text not null,
  -- Absent if the dictionary doesn't have the name.
  substance_id text references substances on delete set null,
  percent numeric(7, 4) check (percent between 0 and 100),
  is_nano boolean not null default false,
  -- A colorant that only some products of the family have.
  may_contain boolean not null default false,
  -- Those that have it. Empty if any may.
  product_ids text[] not null default '{}' check (product_ids = '{}' or may_contain),
  primary key (formula_id, position)
);
create index formula_lines_substance on formula_lines (substance_id) where substance_id is not null;
create index formula_lines_unknown on formula_lines (normalized_name) where substance_id is null;

-- What the current formula says about a product, for its page, filters, and search. Triggers keep it current.
create table product_labels (
  product_id text primary key references products on delete cascade,
  formula_id text not null references formulas,
  -- The ingredient list.
  names text[] not null,
  -- IDs of the substances on the list, both as in the formula and as labeled.
  substances text[] not null,
  -- Allergens that the list doesn't name, because there is too little of them.
  traces text[] not null,
  -- Whether the dictionary has all names. Without it, nothing can be stated to be absent.
  is_complete boolean not null,
  -- The lines of the formula with what the dictionary says about each.
  lines jsonb not null
);
create index product_labels_formula on product_labels (formula_id);
create index product_labels_substances on product_labels using gin (substances);

create function formulas_permanent() returns trigger language plpgsql as $$
begin
  if (new.id, new.product_id, new.version, new.leave_on, new.valid_from, new.created_at)
      is distinct from (old.id, old.product_id, old.version, old.leave_on, old.valid_from, old.created_at) then
    raise exception 'A formula is changed by a new version' using errcode = 'check_violation', constraint = 'formulas_permanent';
  end if;
  return new;
end $$;
create trigger formulas_permanent before update on formulas for each row execute function formulas_permanent();

-- Only the dictionary's entry may change.
create function formula_lines_permanent() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'substance_id' <> to_jsonb(old) - 'substance_id' then
    raise exception 'A formula is changed by a new version' using errcode = 'check_violation', constraint = 'formulas_permanent';
  end if;
  return new;
end $$;
create trigger formula_lines_permanent before update on formula_lines
  for each row execute function formula_lines_permanent();

-- The lines of a formula that apply to a product. An allergen at or below its threshold is a trace, if the list names
-- something else that is there for its scent: the allergen is a part of that.
create function formula_label(stays_on boolean, formula formula_lines[], product text)
returns table (names text[], substances text[], traces text[], is_complete boolean, lines jsonb) language sql stable as $$
  with used as (
    select l.position, l.name as written, l.percent, l.is_nano, l.may_contain and l.product_ids = '{}' as may_contain,
      s.id, coalesce(label.id, s.id) as label_id,
      -- A colorant keeps its number, also if it has another use, such as titanium dioxide.
      coalesce(label.name, case when l.normalized_name ~ '^ci [0-9]{5}$' then upper(l.normalized_name) end, s.name, l.name)
        as label_name, s.name, s.fields,
      (select min(case when stays_on then (fact ->> 'leaveOnPercent')::numeric else (fact ->> 'rinseOffPercent')::numeric end)
        from jsonb_array_elements(s.facts) fact where fact ->> 'kind' = 'fragrance_allergen') as threshold
    from unnest(formula) l
    left join substances s on s.id = l.substance_id
    left join substances label on lower(label.name) = lower(s.fields ->> 'labeledAs') and label.key is not null
    where l.product_ids = '{}' or product = any (l.product_ids)
  ), grouped as (
    select coalesce(label_id, lower(written)) as label_key,
      bool_or(threshold is not null) and count(percent) = count(*) and sum(percent) <= min(threshold) as is_small,
      bool_or(fields -> 'functions' ?| '{fragrance,perfuming}') as is_scent, min(position) as place,
      bool_and(may_contain) as may_contain, min(label_name) as label_name, bool_or(is_nano) as is_nano
    from used group by 1
  ), judged as (
    select g.*, g.is_small and exists (select from grouped o where o.is_scent and not o.is_small) as is_trace from grouped g
  ), entries as (
    select u.*, j.is_trace, j.label_key from used u join judged j on j.label_key = coalesce(u.label_id, lower(u.written))
  )
  select
    array(select label_name || case when is_nano then ' (nano)' else '' end from judged where not is_trace
      order by may_contain, place),
    array(select distinct each from entries, unnest(array[id, label_id]) each where not is_trace and each is not null),
    array(select distinct each from entries, unnest(array[id, label_id]) each where is_trace and each is not null),
    not exists (select from used where id is null) and exists (select from used),
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'labelId', label_id, 'name', label_name, 'own', name,
      'mayContain', may_contain, 'isNano', is_nano, 'isAllergen', threshold is not null, 'isTrace', is_trace,
      'functions', coalesce(fields -> 'functions', '[]'), 'origins', coalesce(fields -> 'origins', '[]'),
      'traits', coalesce(fields -> 'traits', '[]'), 'description', coalesce(fields ->> 'description', ''))
      order by position), '[]') from entries)
$$;

-- Returns how many labels changed.
create function labels_refresh(changed text[]) returns integer language plpgsql as $$
declare
  written integer;
begin
  perform lock_families_of(changed);
  perform from products where id = any (changed) order by id for no key update;
  delete from product_labels l using products p where l.product_id = any (changed) and p.id = l.product_id and not exists (
    select from formulas f where not f.pending and (f.product_id = p.id or f.family_id = p.family_id));
  insert into product_labels (product_id, formula_id, names, substances, traces, is_complete, lines)
    select p.id, f.id, label.names, label.substances, label.traces, label.is_complete, label.lines
    from products p
    join lateral (
      select * from formulas f where not f.pending and (f.product_id = p.id or f.family_id = p.family_id)
      order by f.product_id is null, f.version desc limit 1) f on true,
    formula_label(f.leave_on, array(select l from formula_lines l where l.formula_id = f.id), p.id) label
    where p.id = any (changed) order by p.id
  on conflict (product_id) do update set (formula_id, names, substances, traces, is_complete, lines)
    = (excluded.formula_id, excluded.names, excluded.substances, excluded.traces, excluded.is_complete, excluded.lines)
    where product_labels is distinct from excluded;
  get diagnostics written = row_count;
  return written;
end $$;

-- Few at once, so that a change shows immediately. A job does the others.
create function labels_refresh_soon(changed text[]) returns void language plpgsql as $$
begin
  if cardinality(changed) > 1000 then
    perform enqueue_jobs('[{"name": "refresh-labels", "payload": {}, "key": "refresh-labels"}]');
  elsif cardinality(changed) > 0 then
    perform labels_refresh(changed);
  end if;
end $$;

create function product_labels_changed() returns trigger language plpgsql as $$
begin
  -- An edit or import of the product from before is refused.
  update products p set ingredients = c.names, edition = p.edition + 1 from changed c
    where p.id = c.product_id and (tg_op = 'INSERT' or p.ingredients <> c.names);
  perform catalog_note_change(each) from (
    select distinct unnest(array[p.id, p.family_id]) as each from products p join changed c on c.product_id = p.id) ids
    where each is not null;
  return null;
end $$;
create trigger product_labels_added after insert on product_labels
  referencing new table as changed for each statement execute function product_labels_changed();
create trigger product_labels_updated after update on product_labels
  referencing new table as changed for each statement execute function product_labels_changed();

create function product_labels_removed() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(product_id) from removed;
  return null;
end $$;
create trigger product_labels_removed after delete on product_labels
  referencing old table as removed for each statement execute function product_labels_removed();

create function products_ingredients_of_formula() returns trigger language plpgsql as $$
begin
  if exists (select from product_labels where product_id = new.id and names <> new.ingredients) then
    raise exception 'The formula decides the ingredients' using errcode = 'check_violation',
      constraint = 'products_ingredients_of_formula';
  end if;
  return new;
end $$;
create trigger products_ingredients_of_formula before update of ingredients on products
  for each row when (new.ingredients <> old.ingredients) execute function products_ingredients_of_formula();

create function products_join_label() returns trigger language plpgsql as $$
begin
  if exists (select from formulas where family_id = new.family_id) or exists (select from product_labels where product_id = new.id) then
    perform labels_refresh(array[new.id]);
  end if;
  return null;
end $$;
create trigger products_label_new after insert on products
  for each row when (new.family_id is not null) execute function products_join_label();
create trigger products_label_changed after update of family_id on products
  for each row when (old.family_id is distinct from new.family_id) execute function products_join_label();

create function formula_products(formula_ids text[]) returns text[] language sql stable as $$
  select array(
    select p.id from formulas f join products p on p.id = f.product_id where f.id = any (formula_ids)
    union select p.id from formulas f join products p on p.family_id = f.family_id where f.id = any (formula_ids))
$$;

create function formula_lines_changed() returns trigger language plpgsql as $$
begin
  perform labels_refresh_soon(formula_products(array(
    select distinct c.formula_id from changed c join formulas f on f.id = c.formula_id where not f.pending)));
  return null;
end $$;
create trigger formula_lines_added after insert on formula_lines
  referencing new table as changed for each statement execute function formula_lines_changed();
create trigger formula_lines_updated after update on formula_lines
  referencing new table as changed for each statement execute function formula_lines_changed();

-- The page shows the heroes.
create function formulas_shown() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(product_id) from product_labels where formula_id = new.id;
  return null;
end $$;
create trigger formulas_shown after update of heroes on formulas for each row execute function formulas_shown();

-- What a change of the dictionary changes, the names of groups included.
create function substances_changed() returns trigger language plpgsql as $$
begin
  perform labels_refresh_soon(array(
    with changed as materialized (
      select a.id, a.name, b.name as old_name from arrived a join before b using (id)
      where (a.name, a.fields, a.facts) is distinct from (b.name, b.fields, b.facts)
    ), labels as materialized (
      select lower(name) as name from changed union select lower(old_name) from changed
    ), used as (
      select id from changed
      union select s.id from labels join substances s on lower(s.fields ->> 'labeledAs') = labels.name
    )
    select distinct l.product_id
    from used join formula_lines f on f.substance_id = used.id join product_labels l on l.formula_id = f.formula_id));
  return null;
end $$;
create trigger substances_on_labels after update on substances
  referencing old table as before new table as arrived for each statement execute function substances_changed();

-- A name that was unknown.
create function substance_names_added() returns trigger language plpgsql as $$
begin
  update formula_lines l set substance_id = a.substance_id from arrived a
    where l.substance_id is null and l.normalized_name = a.name;
  return null;
end $$;
create trigger substance_names_added after insert on substance_names
  referencing new table as arrived for each statement execute function substance_names_added();
