-- URLs that receive events. A deleted endpoint stays until its deliveries are deleted.
create table webhook_endpoints (
  id text primary key,
  url text not null,
  description text not null default '',
  events text[] not null check (cardinality(events) > 0),
  state text not null default 'active' check (state in ('active', 'paused')),
  pause_reason text check (pause_reason in ('owner', 'failing', 'gone', 'creator_removed')),
  -- Encrypted. Each delivery is signed with it.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- The first failure since the last success.
  failing_since timestamptz(3),
  -- Until then one process delivers to it.
  busy_until timestamptz(3),
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  url_changed_by text,
  check ((state = 'paused') = (pause_reason is not null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- One event for one endpoint: what is sent, and the result.
create table webhook_deliveries (
  id text primary key default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  place bigint generated always as identity unique,
  endpoint_id text not null references webhook_endpoints,
  type text not null,
  -- Deliveries about one subject are sent in order.
  subject text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Attempts since it was created or replayed.
  tries integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check ((state = 'pending') = (finished_at is null))
);
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, place);
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, place) where state = 'failed';
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_deliveries_open on webhook_deliveries (endpoint_id, subject, place) where state = 'pending';
create index webhook_deliveries_created on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text,
  response text,
  primary key (delivery_id, number)
);

create function is_webhook_wanted(kind text) returns boolean language sql stable as $$
  select exists (select from webhook_endpoints where deleted_at is null and kind = any (events))
$$;

-- Through the outbox, which doesn't notify workers in the transaction of the event.
create function add_webhooks(kind text, about text, data jsonb) returns void language sql as $$
  with added as (
    insert into webhook_deliveries (endpoint_id, type, subject, body)
    select e.id, kind, about, jsonb_build_object('type', kind, 'version', 1, 'data', data,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
    from webhook_endpoints e where e.deleted_at is null and kind = any (e.events)
    returning endpoint_id
  )
  insert into outbox (jobs)
  select json_agg(json_build_object('name', 'deliver-webhooks', 'payload', json_build_object('endpoint', endpoint_id)))
  from added having count(*) > 0
$$;

create function webhook_order(o orders) returns jsonb language sql stable as $$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'payment_status', o.payment_status,
    'payment_authorized', o.authorization_state is not distinct from 'authorized', 'payment_method', o.payment_method, 'region', o.region, 'currency', o.currency, 'subtotal', o.subtotal, 'discount', o.discount,
    'shipping', o.shipping, 'tax', o.tax, 'total', o.total_amount,
    'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'items', (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'sku', p.sku, 'name', i.name,
        'quantity', i.quantity, 'amount', i.amount, 'sample', i.sample) order by i.sample, i.id)
      from order_items i left join products p on p.id = i.product_id where i.order_id = o.id))
$$;

-- Most stores have no endpoint, and most orders change nothing that one wants.
create function orders_to_webhooks() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_paid boolean := new.payment_status = 'paid' and (is_new or old.payment_status <> 'paid');
  is_authorized boolean := not is_new and new.authorization_state = 'authorized' and old.authorization_state is null;
begin
  if not exists (select from webhook_endpoints where deleted_at is null) then
    return null;
  end if;
  if ((is_new and new.payment_method = 'demo') or (is_paid and (is_new or old.authorization_state is null)) or is_authorized)
    and new.status <> 'cancelled' and is_webhook_wanted('order.placed') then
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
-- Deferred, so that an order has its items.
create constraint trigger orders_webhooks_new after insert on orders deferrable initially deferred for each row
  when (new.payment_method = 'demo' or new.payment_status = 'paid') execute function orders_to_webhooks();
create constraint trigger orders_webhooks_changed after update on orders deferrable initially deferred for each row
  when (new.payment_status <> old.payment_status or new.status <> old.status
    or new.authorization_state is distinct from old.authorization_state) execute function orders_to_webhooks();

create function refunds_to_webhooks() returns trigger language plpgsql as $$
begin
  if is_webhook_wanted('order.refunded') then
    perform add_webhooks('order.refunded', new.order_id, jsonb_build_object(
      'order', (select webhook_order(o) from orders o where o.id = new.order_id),
      'refund', jsonb_build_object('id', new.id, 'amount', new.amount, 'currency', new.currency, 'reason', new.reason,
        'shipping', new.shipping, 'items', coalesce((select jsonb_agg(jsonb_build_object('product_id', product_id,
          'quantity', quantity) order by product_id) from refund_items where refund_id = new.id), '[]'))));
  end if;
  return null;
end $$;
create constraint trigger refunds_webhooks after update on refunds deferrable initially deferred for each row
  when (new.state = 'done' and old.state <> 'done') execute function refunds_to_webhooks();

create function returns_to_webhooks() returns trigger language plpgsql as $$
begin
  if is_webhook_wanted('order.returned') then
    perform add_webhooks('order.returned', new.order_id, jsonb_build_object(
      'order', (select webhook_order(o) from orders o where o.id = new.order_id),
      'return', jsonb_build_object('id', new.id, 'reference', new.reference,
        'items', coalesce((select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity)
          order by product_id) from return_items where return_id = new.id), '[]'))));
  end if;
  return null;
end $$;
create constraint trigger returns_webhooks after update on returns deferrable initially deferred for each row
  when (new.state = 'received' and old.state <> 'received') execute function returns_to_webhooks();

create function stock_to_webhooks() returns trigger language plpgsql as $$
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
create constraint trigger stock_webhooks after update on stock_levels deferrable initially deferred for each row
  when (new.available < old.available) execute function stock_to_webhooks();

create function products_to_webhooks() returns trigger language plpgsql as $$
declare
  p products := case when tg_op = 'DELETE' then old else new end;
begin
  if is_webhook_wanted('product.changed') then
    perform add_webhooks('product.changed', p.id, jsonb_build_object(
      'change', case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      'product', jsonb_build_object('id', p.id, 'slug', p.slug, 'sku', p.sku, 'barcode', p.barcode, 'name', p.name,
        'category', p.category, 'status', p.status, 'price', p.price, 'currency', 'usd', 'in_stock', p.in_stock)));
  end if;
  return null;
end $$;
create constraint trigger products_webhooks_rows after insert or delete on products deferrable initially deferred
  for each row execute function products_to_webhooks();
create constraint trigger products_webhooks_changed after update on products deferrable initially deferred for each row
  when ((old.slug, old.name, old.brand, old.tagline, old.description, old.category, old.price, old.original_price, old.image_url,
      old.size_quantity, old.size_unit, old.benefits, old.ingredients, old.how_to_use, old.status, old.images, old.family_id,
      old.shade_name, old.shade_code, old.shade_color, old.shade_finish, old.sku, old.barcode, old.weight,
      old.option1, old.option2, old.option3)
    is distinct from (new.slug, new.name, new.brand, new.tagline, new.description, new.category, new.price, new.original_price,
      new.image_url, new.size_quantity, new.size_unit, new.benefits, new.ingredients, new.how_to_use, new.status, new.images,
      new.family_id, new.shade_name, new.shade_code, new.shade_color, new.shade_finish, new.sku, new.barcode, new.weight,
      new.option1, new.option2, new.option3))
  execute function products_to_webhooks();
