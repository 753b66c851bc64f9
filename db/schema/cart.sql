-- Carts of accounts. A guest's cart is in the browser.
create table cart_items (
  id text primary key,
  user_id text not null references profiles on delete cascade,
  product_id text not null references products on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The price when the product was added.
  added_price bigint check (added_price > 0),
  unique (user_id, product_id)
);
create index cart_items_product on cart_items (product_id);
create index cart_items_of_user on cart_items (user_id, created_at, id);

-- A plan from when few carts existed would read all of them, so sequential scans are off.
create function cart_items_limit() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Each of two transactions that add a line would count without the other's.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) from cart_items where user_id = new.user_id) > 100 then
    raise check_violation using constraint = 'cart_items_limit', message = 'A cart can hold at most 100 products';
  end if;
  return null;
end $$;
create trigger cart_items_limit after insert on cart_items for each row execute function cart_items_limit();

-- Guest carts that were merged, by their key, so that each is merged once although several tabs may try.
create table cart_merges (
  key_hash text primary key,
  user_id text not null references profiles on delete cascade,
  at timestamptz(3) not null default now()
);
create index cart_merges_user on cart_merges (user_id);
create index cart_merges_at on cart_merges (at);
