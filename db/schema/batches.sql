-- Units of a product that were made together. Once a product has a batch, each unit on hand belongs to one: units without
-- a batch number to the batch whose number is null.
create table batches (
  id text primary key,
  product_id text not null references products,
  -- The product's when the batch was received.
  formula_id text references formulas,
  number text check (number = btrim(number) and char_length(number) between 1 and 50 and number !~ '[[:cntrl:]]'),
  -- The last day on which it may be sent.
  expires_on date,
  received_at timestamptz(3) not null default now(),
  received integer not null default 0 check (received >= 0),
  -- Units on hand that no order has been assigned.
  remaining integer not null default 0 constraint batches_remaining check (remaining >= 0),
  recalled_at timestamptz(3),
  recall_reason text check (recall_reason <> '' and char_length(recall_reason) <= 1000),
  recalled_by text,
  -- Units on hand when the batch was recalled.
  withdrawn integer not null default 0 check (withdrawn >= 0),
  -- Those of them that open orders had taken already. They leave stock as soon as it has units again.
  to_withdraw integer not null default 0 check (to_withdraw >= 0),
  constraint batches_number unique nulls not distinct (product_id, number),
  constraint batches_of_product unique (id, product_id),
  constraint batches_recalled check (
    (recalled_at is null) = (recall_reason is null) and (recalled_at is not null or (withdrawn = 0 and to_withdraw = 0))
    and (recalled_at is null or (remaining = 0 and number is not null)))
);
create index batches_newest on batches (received_at desc, id desc) where number is not null;
create index batches_by_expiry on batches ((coalesce(expires_on - '2000-01-01'::date, 100000)), id) where number is not null;
create index batches_expiring on batches (expires_on) where number is not null and remaining > 0;
create index batches_recalls on batches (recalled_at desc, id desc) where recalled_at is not null;
create index batches_search on batches using gin (lower(number) gin_trgm_ops) where number is not null;
create index batches_formula on batches (formula_id) where formula_id is not null;

-- Which batches the units of an order leave from.
create table order_item_batches (
  order_item_id text not null references order_items on delete cascade,
  batch_id text not null references batches,
  quantity integer not null check (quantity > 0),
  -- Units that came back after they were shipped.
  returned integer not null default 0,
  -- Null until the order ships.
  shipped_at timestamptz(3),
  primary key (order_item_id, batch_id),
  constraint order_item_batches_returned check (
    returned between 0 and quantity and (returned = 0 or shipped_at is not null))
);
create index order_item_batches_of_batch on order_item_batches (batch_id, order_item_id desc);
create index order_item_batches_open on order_item_batches (batch_id) where shipped_at is null;

-- The email to everyone who got a recalled batch. It is sent once.
create table recall_emails (
  batch_id text primary key references batches,
  subject text not null check (subject <> '' and char_length(subject) <= 200),
  message text not null check (message <> '' and char_length(message) <= 5000),
  actor_id text,
  created_at timestamptz(3) not null default now()
);

-- Keeps the units of batches current with what orders are assigned. Those of a recalled batch aren't sent again.
create function order_item_batches_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update batches b set remaining = b.remaining - a.units
    from (select batch_id, sum(quantity - returned) as units from added group by 1) a where b.id = a.batch_id;
  elsif tg_op = 'DELETE' then
    update batches b set remaining = b.remaining + case when b.recalled_at is null then r.units else 0 end,
      to_withdraw = b.to_withdraw + case when b.recalled_at is null then 0 else r.units end
    from (select batch_id, sum(quantity - returned) as units from removed group by 1) r where b.id = r.batch_id;
  else
    update batches b
    set remaining = b.remaining + case when b.recalled_at is null or c.units < 0 then c.units else 0 end,
      to_withdraw = b.to_withdraw + case when b.recalled_at is null or c.units < 0 then 0 else c.units end
    from (
      select batch_id, sum(r.quantity - r.returned - a.quantity + a.returned) as units
      from added a join removed r using (order_item_id, batch_id) group by 1) c
    where b.id = c.batch_id and c.units <> 0;
  end if;
  return null;
end $$;
create trigger order_item_batches_added after insert on order_item_batches
  referencing new table as added for each statement execute function order_item_batches_count();
create trigger order_item_batches_removed after delete on order_item_batches
  referencing old table as removed for each statement execute function order_item_batches_count();
create trigger order_item_batches_changed after update on order_item_batches
  referencing old table as removed new table as added for each statement execute function order_item_batches_count();

create function order_item_batches_of_product() returns trigger language plpgsql as $$
begin
  if not exists (select from batches b join order_items i on i.product_id = b.product_id
      where b.id = new.batch_id and i.id = new.order_item_id) then
    raise exception 'The batch is of another product' using errcode = 'check_violation',
      constraint = 'order_item_batches_of_product';
  end if;
  return new;
end $$;
create trigger order_item_batches_of_product before insert or update of order_item_id, batch_id on order_item_batches
  for each row execute function order_item_batches_of_product();

-- Units of an order's item that are taken from stock but not assigned to a batch.
create function unassigned_units(item order_items) returns integer language sql stable as $$
  select greatest(0, coalesce(-(select sum(m.change) from stock_movements m
      where m.order_id = item.order_id and m.product_id = item.product_id), 0)
    - coalesce((select sum(a.quantity - a.returned) from order_item_batches a where a.order_item_id = item.id), 0))::integer
$$;

-- From here on, each unit of the product belongs to a batch. The caller may already hold the lock of its stock. Shipping
-- takes the second lock too, so that no order leaves uncounted.
create function track_batches(product text, unnumbered_id text, at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from batches where product_id = product) then return; end if;
  perform from stock_levels where product_id = product for update;
  perform pg_advisory_xact_lock(hashtextextended('batches of ' || product, 0));
  insert into batches (id, product_id, received_at, remaining)
    select unnumbered_id, s.product_id, at, s.available + coalesce((
      select sum(unassigned_units(i)) from orders o join order_items i on i.order_id = o.id
      where o.status in ('pending', 'processing') and i.product_id = product), 0)
    from stock_levels s where s.product_id = product
  on conflict on constraint batches_number do nothing;
end $$;

-- Assigns what these orders took from stock to batches that can be sent, the oldest first. Units without a batch number come
-- last, because in a recall nobody could say who got them. The caller has locked the orders, or the product's stock.
create function assign_batches(order_ids text[], at timestamptz, only_product text default null, also_expired boolean default false)
returns void language plpgsql as $$
declare
  product_ids text[] := array(select distinct product_id from order_items
    where order_id = any (order_ids) and (only_product is null or product_id = only_product) order by 1);
  today date := (at at time zone store_time_zone())::date;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('batches of ' || product, 0)) from unnest(product_ids) product;
  perform from batches where product_id = any (product_ids) order by product_id, id for no key update;
  if not found then return; end if;
  insert into order_item_batches (order_item_id, batch_id, quantity)
    with lacking as (
      select i.id, i.product_id, o.created_at, unassigned_units(i) as units
      from order_items i join orders o on o.id = i.order_id
      where i.order_id = any (order_ids) and i.product_id = any (product_ids)
    ), demand as (
      select *, sum(units) over (partition by product_id order by created_at, id) as upto from lacking where units > 0
    ), supply as (
      select id, product_id, remaining,
        sum(remaining) over (partition by product_id order by number is null, expires_on nulls last, received_at, id) as upto
      from batches
      where product_id = any (product_ids) and remaining > 0 and (also_expired or expires_on is null or expires_on >= today)
    )
    select d.id, s.id, least(d.upto, s.upto) - greatest(d.upto - d.units, s.upto - s.remaining)
    from demand d join supply s using (product_id)
    where least(d.upto, s.upto) > greatest(d.upto - d.units, s.upto - s.remaining)
  on conflict (order_item_id, batch_id) do update set quantity = order_item_batches.quantity + excluded.quantity;
end $$;

-- Takes recalled units out of stock as far as no order has taken them. The caller has locked the products' stock and batches.
create function withdraw_recalled(product_ids text[], actor text default null) returns void language plpgsql as $$
begin
  with due as (
    select b.id, b.to_withdraw, s.available,
      sum(b.to_withdraw) over (partition by b.product_id order by b.recalled_at, b.id) - b.to_withdraw as earlier
    from batches b join stock_levels s using (product_id)
    where b.product_id = any (product_ids) and b.to_withdraw > 0
  ), withdrawn as (
    update batches b set to_withdraw = b.to_withdraw - least(d.to_withdraw, d.available - d.earlier)
    from due d where b.id = d.id and d.available > d.earlier
    returning b.id, b.product_id, least(d.to_withdraw, d.available - d.earlier) as units
  )
  insert into stock_movements (product_id, change, reason, batch_id, actor_id)
    select product_id, -units, 'recalled', id, actor from withdrawn;
end $$;

-- Applies changes of stock other than sales to batches.
create function batches_follow_stock() returns trigger language plpgsql as $$
declare
  tracked text[];
begin
  -- Every order sells, so this comes first.
  if not exists (select from arrived where change > 0 or reason in ('received', 'returned', 'counted')) then return null; end if;
  tracked := array(
    select product_id from arrived a group by product_id
    having (sum(change) > 0 or bool_or(reason in ('received', 'returned', 'counted')))
      and exists (select from batches b where b.product_id = a.product_id) order by 1);
  if tracked = '{}' then return null; end if;
  perform from batches where product_id = any (tracked) order by product_id, id for no key update;
  -- What staff added, or took from a batch that they named.
  update batches b set received = b.received + a.received,
    remaining = b.remaining + case when b.recalled_at is null or a.units < 0 then a.units else 0 end,
    to_withdraw = b.to_withdraw + case when b.recalled_at is null or a.units < 0 then 0 else a.units end
  from (
    select product_id, batch_id, sum(change) as units, coalesce(sum(change) filter (where reason = 'received'), 0) as received
    from arrived where order_id is null and reason in ('received', 'returned', 'counted') and (change > 0 or batch_id is not null)
    group by 1, 2) a
  where b.product_id = a.product_id and (b.id = a.batch_id or (a.batch_id is null and b.number is null));
  -- Units that are missing are first those without a number, then the oldest.
  update batches b set remaining = b.remaining - s.units
  from (
    select x.id, least(x.remaining, lost.units - (x.upto - x.remaining)) as units
    from (
      select id, product_id, remaining,
        sum(remaining) over (partition by product_id order by number is not null, expires_on nulls last, received_at, id) as upto
      from batches where product_id = any (tracked) and remaining > 0) x
    join (
      select product_id, -sum(change) as units from arrived
      where order_id is null and reason in ('received', 'returned', 'counted') and change < 0 and batch_id is null group by 1
    ) lost using (product_id)
    where lost.units > x.upto - x.remaining) s
  where b.id = s.id;
  -- What an order that hasn't left no longer takes.
  with surplus as (
    select i.id, sum(a.quantity) - greatest(0, -(select sum(m.change) from stock_movements m
      where m.order_id = i.order_id and m.product_id = i.product_id)) as units
    from order_items i join order_item_batches a on a.order_item_id = i.id
    where (i.order_id, i.product_id) in (select order_id, product_id from arrived where order_id is not null)
      and i.product_id = any (tracked) and a.shipped_at is null
    group by i.id
  ), freed as (
    select a.order_item_id, a.batch_id, a.quantity,
      least(a.quantity, s.units - (sum(a.quantity) over (partition by a.order_item_id
        order by b.recalled_at nulls last, b.expires_on desc nulls first, b.id) - a.quantity)) as units
    from surplus s join order_item_batches a on a.order_item_id = s.id join batches b on b.id = a.batch_id where s.units > 0
  ), removed as (
    delete from order_item_batches a using freed f
    where a.order_item_id = f.order_item_id and a.batch_id = f.batch_id and f.units = f.quantity
  )
  update order_item_batches a set quantity = a.quantity - f.units
  from freed f
  where a.order_item_id = f.order_item_id and a.batch_id = f.batch_id and f.units > 0 and f.units < f.quantity;
  -- What came back from customers. Units that were never assigned have no batch number.
  with back as (
    select i.id, i.product_id, sum(r.change) as units
    from arrived r join orders o on o.id = r.order_id
    join order_items i on i.order_id = r.order_id and i.product_id = r.product_id
    where r.reason = 'returned' and r.product_id = any (tracked) and o.status in ('shipped', 'delivered', 'refunded')
    group by i.id, i.product_id
  ), taken as (
    select back.id, back.product_id, a.batch_id, least(a.left_units, back.units - (a.upto - a.left_units)) as units
    from back join (
      select x.order_item_id, x.batch_id, x.quantity - x.returned as left_units,
        sum(x.quantity - x.returned) over (partition by x.order_item_id order by b.recalled_at nulls last, b.expires_on nulls last, b.id) as upto
      from order_item_batches x join batches b on b.id = x.batch_id where x.shipped_at is not null
        and x.order_item_id in (select id from back)) a on a.order_item_id = back.id
    where back.units > a.upto - a.left_units and a.left_units > 0
  ), marked as (
    update order_item_batches a set returned = a.returned + t.units
    from taken t where a.order_item_id = t.id and a.batch_id = t.batch_id
  )
  update batches b set remaining = b.remaining + u.units
  from (
    select product_id, sum(units) as units from (
      select product_id, units from back
      union all select product_id, -units from taken) each
    group by 1 having sum(units) > 0) u
  where b.product_id = u.product_id and b.number is null;
  perform withdraw_recalled(tracked);
  return null;
end $$;

-- An order's units are assigned when it is packed, and can't be shipped without. What is refunded while it is packed leaves
-- stock too.
create function orders_take_batches() returns trigger language plpgsql as $$
declare
  missing text;
begin
  if old.status = 'shipped' and new.status in ('pending', 'processing') then
    -- Shipping was undone.
    perform from stock_levels where product_id in (select product_id from order_items where order_id = new.id)
      order by product_id for update;
    perform from batches where product_id in (select product_id from order_items where order_id = new.id)
      order by product_id, id for no key update;
    delete from order_item_batches a using order_items i, batches b
      where i.order_id = new.id and a.order_item_id = i.id and b.id = a.batch_id
        and (a.returned = a.quantity or b.recalled_at is not null);
    update order_item_batches a set quantity = a.quantity - a.returned, returned = 0, shipped_at = null
      from order_items i where i.order_id = new.id and a.order_item_id = i.id;
    perform withdraw_recalled(array(select product_id from order_items where order_id = new.id));
    perform assign_batches(array[new.id], new.updated_at);
  elsif old.status in ('pending', 'processing') and new.status in ('processing', 'shipped', 'refunded') then
    perform assign_batches(array[new.id], new.updated_at, also_expired => new.status = 'refunded');
    if new.status = 'processing' then return null; end if;
    select string_agg(i.name, ', ' order by i.id) into missing from order_items i
      where i.order_id = new.id and exists (select from batches b where b.product_id = i.product_id) and unassigned_units(i) > 0;
    if missing is not null and new.status = 'shipped' then
      raise exception 'No unit can be sent of %', missing using errcode = 'check_violation', detail = missing,
        constraint = 'orders_take_batches';
    end if;
    -- The customer's units were recalled ones, so they need not be withdrawn.
    update batches b set to_withdraw = b.to_withdraw - least(b.to_withdraw, l.units - l.earlier)
    from (
      select x.id, w.units, sum(x.to_withdraw) over (partition by x.product_id order by x.recalled_at, x.id) - x.to_withdraw as earlier
      from batches x join (
        select i.product_id, unassigned_units(i) as units from order_items i where i.order_id = new.id) w using (product_id)
      where x.to_withdraw > 0 and w.units > 0) l
    where b.id = l.id and l.units > l.earlier;
    update order_item_batches a set shipped_at = new.updated_at
      from order_items i where i.order_id = new.id and a.order_item_id = i.id and a.shipped_at is null;
  end if;
  return null;
end $$;
create trigger orders_take_batches after update of status on orders
  for each row when (old.status <> new.status and new.status in ('pending', 'processing', 'shipped', 'refunded'))
  execute function orders_take_batches();

-- Stops a batch from being sold and sent. Returns the open orders that lose it, or null if it was recalled before.
create function recall_batch(batch text, reason text, actor text, at timestamptz) returns text[] language plpgsql as $$
declare
  product text := (select product_id from batches where id = batch);
  affected text[];
begin
  perform from stock_levels where product_id = product for update;
  perform from batches where product_id = product order by id for no key update;
  update batches set recalled_at = at, recall_reason = reason, recalled_by = actor, to_withdraw = remaining, remaining = 0
    where id = batch and recalled_at is null and number is not null;
  if not found then return null; end if;
  with removed as (
    delete from order_item_batches a using order_items i
    where a.batch_id = batch and a.shipped_at is null and i.id = a.order_item_id returning i.order_id
  )
  select coalesce(array_agg(order_id order by order_id), '{}') into affected from removed;
  update batches set withdrawn = to_withdraw where id = batch;
  perform withdraw_recalled(array[product], actor);
  perform assign_batches(affected, at, product);
  return affected;
end $$;

-- What went wrong with a product on somebody's skin. The law asks for it for years.
create table adverse_events (
  id text primary key,
  product_id text not null references products,
  batch_id text,
  order_id text references orders,
  -- Of the person who reported it.
  email text check (email = lower(email) and char_length(email) between 1 and 254),
  received_on date not null,
  severity text not null check (severity in ('serious', 'other')),
  description text not null check (description <> '' and char_length(description) <= 5000),
  action_taken text check (action_taken <> '' and char_length(action_taken) <= 2000),
  -- To the authority.
  reported_on date check (reported_on >= received_on),
  created_by text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (batch_id, product_id) references batches (id, product_id)
);
create index adverse_events_newest on adverse_events ((received_on - '2000-01-01'::date) desc, id desc);
create index adverse_events_product on adverse_events (product_id, (received_on - '2000-01-01'::date) desc, id desc);
create index adverse_events_batch on adverse_events (batch_id) where batch_id is not null;
create index adverse_events_order on adverse_events (order_id) where order_id is not null;
create index adverse_events_email on adverse_events (email) where email is not null;
create index adverse_events_unreported on adverse_events (received_on, id) where severity = 'serious' and reported_on is null;
