-- compatible
-- What each product cost when, in US cents. Where a law asks for it, a reduction is compared with the lowest price of the 30
-- days before it.
create table price_history (
  product_id text not null references products on delete cascade,
  price bigint not null,
  from_at timestamptz(3) not null default now(),
  to_at timestamptz(3),
  primary key (product_id, from_at)
);

create function products_record_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update price_history set to_at = now() where product_id = new.id and to_at is null and from_at < now();
  end if;
  -- Of several changes in one transaction, the last is the one that anyone sees.
  insert into price_history (product_id, price) values (new.id, new.price)
    on conflict (product_id, from_at) do update set price = excluded.price, to_at = null;
  return null;
end $$;
create trigger products_priced after insert on products for each row execute function products_record_price();
create trigger products_price_recorded after update of price, original_price, price_offer_id, category, family_id on products
  for each row when (old.price <> new.price) execute function products_record_price();

insert into price_history (product_id, price) select id, price from products;

-- Which exchange rate a region had when. Null is the one that the store has built in.
create table region_rates (
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  rate numeric(12, 6),
  from_at timestamptz(3) not null default now(),
  to_at timestamptz(3),
  primary key (region, from_at)
);
insert into region_rates (region, from_at) values
  ('US', '-infinity'), ('CA', '-infinity'), ('GB', '-infinity'), ('IN', '-infinity');

create function regions_record_rates() returns trigger language plpgsql as $$
declare
  changed text;
  current_rate numeric;
begin
  for changed, current_rate in select key, (value ->> 'rate')::numeric from jsonb_each(new.value) order by key loop
    continue when exists (
      select from region_rates where region = changed and to_at is null and rate is not distinct from current_rate);
    update region_rates set to_at = now() where region = changed and to_at is null and from_at < now();
    insert into region_rates (region, rate) values (changed, current_rate)
      on conflict (region, from_at) do update set rate = excluded.rate, to_at = null;
  end loop;
  return null;
end $$;
create trigger regions_record_rates after insert or update on settings
  for each row when (new.key = 'regions') execute function regions_record_rates();

-- The current rates of a store that has changed them. What they were before isn't known.
update region_rates r set rate = (s.value -> r.region ->> 'rate')::numeric from settings s where s.key = 'regions';
