-- An order is placed once its payment is authorized.
create or replace function webhook_order(o orders) returns jsonb language sql stable as $$
  select jsonb_build_object('id', o.id, 'number', o.number, 'status', o.status, 'payment_status', o.payment_status,
    'payment_authorized', o.authorization_state is not distinct from 'authorized', 'payment_method', o.payment_method, 'region', o.region, 'currency', o.currency, 'subtotal', o.subtotal, 'discount', o.discount,
    'shipping', o.shipping, 'tax', o.tax, 'total', o.total_amount,
    'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'items', (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'sku', p.sku, 'name', i.name,
        'quantity', i.quantity, 'amount', i.amount, 'sample', i.sample) order by i.sample, i.id)
      from order_items i left join products p on p.id = i.product_id where i.order_id = o.id))
$$;

create or replace function orders_to_webhooks() returns trigger language plpgsql as $$
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
drop trigger orders_webhooks_changed on orders;
create constraint trigger orders_webhooks_changed after update on orders deferrable initially deferred for each row
  when (new.payment_status <> old.payment_status or new.status <> old.status
    or new.authorization_state is distinct from old.authorization_state) execute function orders_to_webhooks();
