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
