-- compatible
-- What every order runs, in fewer and cheaper steps.

-- Graphile Worker’s statements read their jobs from an array, so PostgreSQL plans all of them again for each call. That
-- takes several times as long as running them.
create function enqueue_jobs(jobs json) returns integer language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return (select count(*) from graphile_worker.add_jobs(array(
    select (j.name, j.payload, null, j.at, 25, j.key, coalesce(j.priority, 0), null)::graphile_worker.job_spec
    from json_to_recordset(jobs) as j (name text, payload json, key text, at timestamptz, priority integer))));
end $$;

-- As before, without functions in between.
create or replace function orders_tallied() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and order_counts(old) then
    perform sales_note(old, -1);
    perform buyer_recount(old.email);
  end if;
  if tg_op <> 'DELETE' and order_counts(new) then
    insert into sales_changes (hour, region, orders, paid, revenue) values (date_trunc('hour', new.created_at, 'UTC'),
      new.region, 1, (new.payment_status = 'paid')::int,
      case when new.payment_status = 'paid' then new.base_total - new.base_refunded else 0 end);
    insert into buyers (email, first_at, last_at) values (new.email, new.created_at, new.created_at)
    on conflict (email) do update
      set first_at = least(buyers.first_at, excluded.first_at), last_at = greatest(buyers.last_at, excluded.last_at);
  end if;
  return null;
end $$;

-- As before, but the stock of a single product needs no lock ahead of its update.
create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  low integer := coalesce((select value::integer from settings where key = 'lowStock' and jsonb_typeof(value) = 'number'), 5);
  turned text[];
  changed text[];
begin
  if (select min(product_id) <> max(product_id) from arrived) then
    perform from stock_levels where product_id in (select product_id from arrived group by 1 having sum(change) <> 0)
      order by product_id for update;
  end if;
  with moved as (
    select product_id, sum(change)::integer as change, bool_or(reason in ('received', 'returned', 'counted')) as is_rare
    from arrived group by product_id having sum(change) <> 0
  ), leveled as (
    update stock_levels s set available = s.available + m.change,
      low_stock_notified = s.low_stock_notified and s.available + m.change <= low
    from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as level_before, m.is_rare
  )
  select array_agg(product_id) filter (where (level > 0) <> (level_before > 0)),
      array_agg(product_id) filter (where (level > 0) = (level_before > 0)
        and (is_rare or least(level, low + 1) <> least(level_before, low + 1)))
    into turned, changed from leveled;
  if turned is not null then
    perform lock_families_of(turned);
    update products p set in_stock = not p.in_stock from stock_levels s
      where p.id = any (turned) and s.product_id = p.id and p.in_stock <> (s.available > 0);
  end if;
  if changed is not null then
    perform catalog_note_change(id) from unnest(changed) as id;
  end if;
  return null;
end $$;

create or replace function stock_returned_once() returns trigger language plpgsql as $$
begin
  if (select bool_or(change > 0) from arrived) and exists (
    select from (select distinct order_id, product_id from arrived where order_id is not null and change > 0) back
    where (select sum(change) from stock_movements m
      where m.order_id = back.order_id and m.product_id = back.product_id) > 0
  ) then
    raise exception 'More would come back than the order took' using errcode = 'check_violation', constraint = 'stock_returned_once';
  end if;
  return null;
end $$;

-- Most stores have no endpoint, and most orders change nothing that one wants.
create or replace function orders_to_webhooks() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_paid boolean := new.payment_status = 'paid' and (is_new or old.payment_status <> 'paid');
begin
  if not exists (select from webhook_endpoints where deleted_at is null) then
    return null;
  end if;
  if ((is_new and new.payment_method = 'demo') or is_paid) and new.status <> 'cancelled' and is_webhook_wanted('order.placed') then
    perform add_webhooks('order.placed', new.id, jsonb_build_object('order', webhook_order(new)));
  end if;
  if is_paid and is_webhook_wanted('order.paid') then
    perform add_webhooks('order.paid', new.id, jsonb_build_object('order', webhook_order(new)));
  end if;
  if not is_new and new.status = 'shipped' and old.status <> 'shipped' and is_webhook_wanted('order.shipped') then
    perform add_webhooks('order.shipped', new.id, jsonb_build_object('order', webhook_order(new),
      'carrier', new.carrier, 'tracking_number', new.tracking_number));
  end if;
  return null;
end $$;

create or replace function stock_to_webhooks() returns trigger language plpgsql as $$
declare
  low integer;
begin
  if not exists (select from webhook_endpoints where deleted_at is null and 'stock.low' = any (events)) then
    return null;
  end if;
  low := coalesce((select value::integer from settings where key = 'lowStock' and jsonb_typeof(value) = 'number'), 5);
  if new.available <= low and old.available > low then
    perform add_webhooks('stock.low', new.product_id, (select jsonb_build_object('product', jsonb_build_object('id', id,
      'sku', sku, 'name', name), 'available', new.available, 'threshold', low) from products where id = new.product_id));
  end if;
  return null;
end $$;

-- The response is stored in the same page as its key, so no index changes.
alter table idempotency_keys set (fillfactor = 50);
