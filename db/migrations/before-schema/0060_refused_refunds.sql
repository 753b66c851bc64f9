-- A refund that failed says why, and waits until somebody has tried anew or settled it in another way.
alter table refunds add column failure text;
alter table refunds add column settled_at timestamptz(3);
update refunds r set settled_at = failed_at where state = 'failed' and exists
  (select from refunds o where o.payment_id = r.payment_id and o.state <> 'failed' and o.created_at > r.failed_at);
create index refunds_waiting on refunds (order_id) where state = 'failed' and settled_at is null;
