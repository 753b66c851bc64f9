-- Who answers for products in a region: the manufacturer, the importer, or a person that they appointed.
create table responsible_persons (
  id text primary key,
  name text not null check (char_length(name) between 1 and 200),
  postal_address text[] not null check (cardinality(postal_address) between 1 and 8),
  -- An email address, or the address of a contact page.
  electronic_address text not null check (electronic_address ~ '^(https://[^\s/]|[^\s@]+@[^\s@]+$)'),
  edition integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index responsible_persons_by_name on responsible_persons (lower(name), id);

-- Where they may answer for products. At most one per region answers for all that name no other.
create table responsible_person_regions (
  person_id text not null references responsible_persons on delete cascade,
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  is_default boolean not null default false,
  primary key (person_id, region)
);
create unique index responsible_person_defaults on responsible_person_regions (region) where is_default;

-- What the law wants to know about a product. The products of a family share its information, except those with their own.
create table product_information (
  id text primary key generated always as (coalesce(product_id, family_id)) stored,
  product_id text unique references products on delete cascade,
  family_id text unique references families on delete cascade,
  -- Most duties are about cosmetics only.
  kind text not null default 'cosmetic' check (kind in ('cosmetic', 'other')),
  product_type text check (product_type <> ''),
  precautions text[] not null default '{}',
  origin_country text check (origin_country ~ '^[A-Z]{2}$'),
  hs_code text check (hs_code ~ '^[0-9]{6,10}$'),
  months_after_opening integer check (months_after_opening between 1 and 120),
  best_before text check (best_before <> ''),
  fda_listing_number text check (fda_listing_number <> ''),
  cnf_number text check (cnf_number <> ''),
  scpn text check (scpn <> ''),
  edition integer not null default 1,
  constraint product_information_subject check (num_nonnulls(product_id, family_id) = 1)
);

-- Instead of the region's default.
create table product_responsible_persons (
  information_id text not null references product_information on delete cascade,
  region text not null,
  person_id text not null,
  primary key (information_id, region),
  constraint product_responsible_person_region
    foreign key (person_id, region) references responsible_person_regions (person_id, region)
);
create index product_responsible_persons_of on product_responsible_persons (person_id, region);

create function product_information_changed() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
create trigger product_information_shown after insert or update or delete on product_information
  for each row execute function product_information_changed();

-- Any product page may show them.
create function responsible_persons_changed() returns trigger language plpgsql as $$
begin
  perform catalog_note_change('settings');
  return null;
end $$;
create trigger responsible_persons_shown after insert or update or delete on responsible_persons
  for each statement execute function responsible_persons_changed();
create trigger responsible_person_regions_shown after insert or update or delete on responsible_person_regions
  for each statement execute function responsible_persons_changed();

-- A product that leaves its family takes the family's information along, as it takes its text.
create function products_take_information() returns trigger language plpgsql as $$
begin
  insert into product_information (product_id, kind, product_type, precautions, origin_country, hs_code,
      months_after_opening, best_before, fda_listing_number, cnf_number, scpn)
    select new.id, kind, product_type, precautions, origin_country, hs_code, months_after_opening, best_before,
      fda_listing_number, cnf_number, scpn
    from product_information where family_id = old.family_id
    on conflict do nothing;
  if found then
    insert into product_responsible_persons (information_id, region, person_id)
      select new.id, region, person_id from product_responsible_persons where information_id = old.family_id;
  end if;
  return null;
end $$;
create trigger products_left_family after update of family_id on products
  for each row when (old.family_id is not null and new.family_id is distinct from old.family_id)
  execute function products_take_information();
