-- Wish lists of accounts as a whole. An account without a row hasn't shared its list and gets no emails about it. A guest's
-- list is in the browser.
create table wishlists (
  profile_id text primary key references profiles on delete cascade,
  -- In the link that shows the list to anyone. Not a hash, because its owner may copy the link again.
  share_token text unique check (share_token ~ '^[A-Za-z0-9_-]{22,64}$'),
  shows_name boolean not null default false,
  shared_at timestamptz(3),
  -- The version of the text that the customer agreed to. Null if they get no emails.
  alerts_consent text,
  alerts_consented_at timestamptz(3),
  check ((share_token is null) = (shared_at is null)),
  check ((alerts_consent is null) = (alerts_consented_at is null))
);

create table wishlist_items (
  profile_id text not null references profiles on delete cascade,
  product_id text not null references products on delete cascade,
  -- The price when the product was added.
  added_price bigint not null check (added_price > 0),
  created_at timestamptz(3) not null,
  primary key (profile_id, product_id)
);
create index wishlist_items_newest on wishlist_items (profile_id, created_at desc, product_id desc);
create index wishlist_items_product on wishlist_items (product_id);

-- A plan from when few lists existed would read all of them, so sequential scans are off.
create function wishlist_items_limit() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Each of two transactions that add a product would count without the other's.
  perform pg_advisory_xact_lock(hashtextextended('wish list ' || new.profile_id, 0));
  if (select count(*) from wishlist_items where profile_id = new.profile_id) > 200 then
    raise check_violation using constraint = 'wishlist_items_limit', message = 'A wish list can hold at most 200 products';
  end if;
  return null;
end $$;
create trigger wishlist_items_limit after insert on wishlist_items for each row execute function wishlist_items_limit();

-- Emails that someone asked for. Each is sent once: when the product can be bought again, or when it costs less than when it
-- was added to the list. They belong to a product on an account's list, or to an email address without one.
create table product_alerts (
  id text primary key,
  kind text not null check (kind in ('stock', 'price')),
  product_id text not null references products on delete cascade,
  profile_id text,
  email text check (email = lower(email) and char_length(email) between 1 and 254),
  -- 'pending' until the link in the confirmation email is followed.
  state text not null check (state in ('pending', 'waiting', 'sent')),
  requested_at timestamptz(3) not null,
  sent_at timestamptz(3),
  -- Which text they agreed to.
  consent text not null,
  confirm_hash text unique,
  confirm_until timestamptz(3),
  foreign key (profile_id, product_id) references wishlist_items on delete cascade,
  constraint product_alerts_recipient check ((profile_id is null) <> (email is null)),
  constraint product_alerts_pending check (email is not null or (state <> 'pending' and confirm_hash is null)),
  constraint product_alerts_price check (kind = 'stock' or profile_id is not null),
  constraint product_alerts_sent check ((state = 'sent') = (sent_at is not null))
);
create unique index product_alerts_of_item on product_alerts (profile_id, product_id, kind) where profile_id is not null;
create unique index product_alerts_of_email on product_alerts (email, product_id, kind) where email is not null;
create index product_alerts_product on product_alerts (product_id);
create index product_alerts_waiting on product_alerts (product_id, kind, requested_at, id) where state = 'waiting';
create index product_alerts_of_guests on product_alerts (requested_at) where email is not null;

-- When a product with alerts could be bought again. In the hour from `window_from`, at most as many people are emailed as
-- there are units.
create table restocks (
  product_id text primary key references products on delete cascade,
  returned_at timestamptz(3) not null,
  window_from timestamptz(3) not null,
  alerted integer not null default 0 check (alerted >= 0)
);

-- How many lists have the product, and how many people are emailed when it can be bought again.
create table product_demand (
  product_id text primary key references products on delete cascade,
  wishes integer not null default 0 check (wishes >= 0),
  waiting integer not null default 0 check (waiting >= 0)
) with (fillfactor = 70);
create index product_demand_wishes on product_demand (wishes desc, product_id desc);
create index product_demand_waiting on product_demand (waiting desc, product_id desc);

-- Rows are locked in one order, so that two transactions never wait for each other. A product that is being deleted has none.
create function product_demand_add(products text[], more_wishes bigint[], more_waiting bigint[]) returns void
language plpgsql as $$
begin
  insert into product_demand (product_id)
    select m.product from unnest(products, more_wishes, more_waiting) as m (product, wishes, waiting)
    where m.wishes > 0 or m.waiting > 0 order by 1
    on conflict do nothing;
  perform from product_demand where product_id = any (products) order by product_id for update;
  update product_demand d set wishes = d.wishes + m.wishes, waiting = d.waiting + m.waiting
    from unnest(products, more_wishes, more_waiting) as m (product, wishes, waiting)
    where d.product_id = m.product;
end $$;

create function wishlist_items_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform product_demand_add(array_agg(product_id), array_agg(units), array_agg(0::bigint))
      from (select product_id, count(*) as units from added group by 1) c;
  else
    perform product_demand_add(array_agg(product_id), array_agg(-units), array_agg(0::bigint))
      from (select product_id, count(*) as units from removed group by 1) c;
  end if;
  return null;
end $$;
create trigger wishlist_items_added after insert on wishlist_items
  referencing new table as added for each statement execute function wishlist_items_count();
create trigger wishlist_items_removed after delete on wishlist_items
  referencing old table as removed for each statement execute function wishlist_items_count();

create function product_alerts_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform product_demand_add(array_agg(product_id), array_agg(0::bigint), array_agg(people))
      from (select product_id, count(*) as people from added where kind = 'stock' and state = 'waiting' group by 1) c;
  elsif tg_op = 'DELETE' then
    perform product_demand_add(array_agg(product_id), array_agg(0::bigint), array_agg(-people))
      from (select product_id, count(*) as people from removed where kind = 'stock' and state = 'waiting' group by 1) c;
  else
    perform product_demand_add(array_agg(product_id), array_agg(0::bigint), array_agg(people))
      from (
        select a.product_id, sum((a.state = 'waiting')::integer - (r.state = 'waiting')::integer) as people
        from added a join removed r using (id) where a.kind = 'stock' group by 1
        having sum((a.state = 'waiting')::integer - (r.state = 'waiting')::integer) <> 0) c;
  end if;
  return null;
end $$;
create trigger product_alerts_added after insert on product_alerts
  referencing new table as added for each statement execute function product_alerts_count();
create trigger product_alerts_removed after delete on product_alerts
  referencing old table as removed for each statement execute function product_alerts_count();
create trigger product_alerts_changed after update on product_alerts
  referencing old table as removed new table as added for each statement execute function product_alerts_count();

-- Starts the jobs that send alerts. An order that gives its units back within the hour is no new supply: the people who
-- were emailed about these units count.
create function products_send_alerts() returns trigger language plpgsql as $$
begin
  if new.in_stock and not (old.in_stock and old.status = 'published')
    and exists (select from product_alerts where product_id = new.id and kind = 'stock' and state = 'waiting')
  then
    insert into restocks as r (product_id, returned_at, window_from) values (new.id, now(), now())
    on conflict (product_id) do update set returned_at = now(),
      (window_from, alerted) = (
        select case when is_same then r.window_from else now() end, case when is_same then r.alerted else 0 end
        from (select r.window_from > now() - interval '1 hour' and coalesce((
          select m.order_id is not null from stock_movements m where m.product_id = new.id order by m.id desc limit 1), false)) s (is_same));
    perform enqueue_jobs(json_build_array(json_build_object('name', 'send-stock-alerts',
      'payload', json_build_object('productId', new.id), 'key', 'send-stock-alerts:' || new.id)));
  end if;
  if (new.price < old.price or old.status <> 'published')
    and exists (select from product_alerts where product_id = new.id and kind = 'price' and state = 'waiting')
  then
    perform enqueue_jobs(json_build_array(json_build_object('name', 'send-price-alerts',
      'payload', json_build_object('productId', new.id), 'key', 'send-price-alerts:' || new.id)));
  end if;
  return null;
end $$;
create trigger products_send_alerts after update of status, in_stock, price on products for each row
  when (new.status = 'published' and (old.status <> 'published' or new.in_stock > old.in_stock or new.price < old.price))
  execute function products_send_alerts();
