-- compatible
-- The account's customer at the card provider, who holds its saved payment methods. The store has nothing else of them.
alter table profiles add column payment_customer_id text unique;

create function forget_payment_customer() returns trigger language plpgsql as $$
begin
  perform enqueue_jobs(json_build_array(json_build_object('name', 'delete-payment-customer',
    'payload', json_build_object('customerId', old.payment_customer_id),
    'key', 'delete-payment-customer:' || old.payment_customer_id)));
  return null;
end $$;
create trigger profiles_payment_customer_left after delete on profiles for each row
  when (old.payment_customer_id is not null) execute function forget_payment_customer();
