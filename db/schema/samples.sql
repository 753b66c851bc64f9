-- Free samples of products. A sample is a product that is never published, so it has stock, batches, and a formula, and the
-- catalog doesn't show it.
create table samples (
  product_id text primary key references products on delete cascade,
  -- The product that it is a sample of.
  full_size_id text not null references products on delete cascade,
  -- Whether shoppers can choose it.
  active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  constraint samples_full_size check (full_size_id <> product_id)
);
create index samples_of_full_size on samples (full_size_id);

create function samples_stay_unpublished() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'samples' then
    -- The lock makes a product that is published at the same time wait.
    perform from products where id = new.product_id and status <> 'published' for no key update;
    if found then return null; end if;
  elsif not exists (select from samples where product_id = new.id) then
    return null;
  end if;
  raise exception 'A sample is never published' using errcode = 'check_violation', constraint = 'products_sample';
end $$;
create trigger samples_stay_unpublished after insert on samples
  for each row execute function samples_stay_unpublished();
create trigger products_sample after update of status on products
  for each row when (new.status = 'published' and old.status <> 'published') execute function samples_stay_unpublished();
