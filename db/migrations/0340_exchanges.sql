-- compatible
-- A return is refunded, added to store credit, or exchanged for another shade or size of the family.
alter table returns
  add column resolution text not null default 'refund' constraint returns_resolution check (resolution in ('refund', 'store_credit', 'exchange')),
  add column replacement_order_id text references orders on delete set null,
  add constraint returns_replacement check (replacement_order_id is null or state = 'closed');
create unique index returns_replaced_by on returns (replacement_order_id) where replacement_order_id is not null;

alter table return_items
  add column replacement_id text references products,
  add column replacement_price bigint check (replacement_price > 0),
  add constraint return_items_replacement check ((replacement_id is null) = (replacement_price is null));

create function return_items_stay_in_family() returns trigger language plpgsql as $$
begin
  if not exists (select from products p join products r on r.family_id = p.family_id
      where p.id = new.product_id and r.id = new.replacement_id and r.id <> p.id) then
    raise exception 'A product is exchanged within its family' using errcode = 'check_violation', constraint = 'return_items_family';
  end if;
  return new;
end $$;
create trigger return_items_stay_in_family before insert or update of product_id, replacement_id on return_items
  for each row when (new.replacement_id is not null) execute function return_items_stay_in_family();

-- Refunds to store credit.
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in ('cancelled', 'late', 'surplus', 'refunded', 'returned', 'exchanged', 'elsewhere', 'disputed')) not valid,
  drop constraint refunds_tender,
  add constraint refunds_tender check (tender in ('card', 'gift_card', 'store_credit')) not valid,
  add column credit_id text references gift_cards,
  add constraint refunds_credit check ((tender = 'store_credit') = (credit_id is not null)) not valid;
alter table refunds validate constraint refunds_reason_check, validate constraint refunds_tender, validate constraint refunds_credit;
create index refunds_credited on refunds (credit_id) where credit_id is not null;

create or replace function refunds_within_payment() returns trigger language plpgsql as $$
begin
  perform from payments where id = new.payment_id for no key update;
  if (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and state <> 'failed' and tender = 'card')
      > (select amount from payments where id = new.payment_id)
    or (new.tender = 'gift_card'
      and (select sum(amount) from refunds where payment_id = new.payment_id and state <> 'failed' and tender = 'gift_card')
        > (select gift_card_amount from orders where id = new.order_id))
    or (select coalesce(sum(amount), 0) from refunds where payment_id = new.payment_id and state <> 'failed')
      > (select p.amount + o.gift_card_amount from payments p join orders o on o.id = p.order_id where p.id = new.payment_id) then
    raise exception 'More would be refunded than was paid' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;

alter table gift_card_movements
  drop constraint gift_card_movements_reason_check,
  add constraint gift_card_movements_reason_check check (
    reason in ('issued', 'sold', 'redeemed', 'released', 'refunded', 'adjusted', 'taken_back', 'restored', 'written_off')) not valid;
alter table gift_card_movements validate constraint gift_card_movements_reason_check;

create function gift_card_first_sent(card text, at timestamptz) returns void language plpgsql as $$
begin
  update gift_cards set send_at = at
    where id = card and kind = 'code' and order_id is null and recipient_email is not null and send_at is null;
  if found then
    perform enqueue_jobs(json_build_array(json_build_object('name', 'send-gift-card',
      'payload', json_build_object('id', card), 'key', 'send-gift-card:' || card)));
  end if;
end $$;

create function gift_cards_credit(refund refunds) returns void language plpgsql as $$
begin
  insert into gift_card_movements (gift_card_id, change, reason, refund_id, actor_id, created_at)
  values (refund.credit_id, refund.amount, 'refunded', refund.id, refund.actor_id, refund.done_at);
  if refund.reason <> 'exchanged' then perform gift_card_first_sent(refund.credit_id, refund.done_at); end if;
end $$;

create or replace function gift_cards_refund(refund refunds) returns void language plpgsql as $$
declare
  remaining bigint := refund.amount;
  payer record;
begin
  for payer in
    select p.gift_card_id, p.amount - coalesce((
        select sum(m.change) from gift_card_movements m join refunds r on r.id = m.refund_id
        where m.reason = 'refunded' and m.gift_card_id = p.gift_card_id and r.order_id = p.order_id
          and r.tender = 'gift_card'), 0) as amount
    from order_gift_cards p where p.order_id = refund.order_id order by p.position desc
  loop
    exit when remaining = 0;
    continue when payer.amount <= 0;
    insert into gift_card_movements (gift_card_id, change, reason, refund_id, actor_id, created_at)
    values (payer.gift_card_id, least(payer.amount, remaining), 'refunded', refund.id, refund.actor_id, refund.done_at);
    update gift_cards set expires_at = refund.done_at + interval '1 year'
      where id = payer.gift_card_id and expires_at < refund.done_at + interval '1 year';
    perform gift_card_first_sent(payer.gift_card_id, refund.done_at);
    remaining := remaining - least(payer.amount, remaining);
  end loop;
  if remaining > 0 then
    raise exception 'More would be refunded to gift cards than they paid'
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
end $$;

create or replace function refunds_move_gift_cards() returns trigger language plpgsql as $$
begin
  if new.tender = 'gift_card' then
    if new.state = 'done' and (tg_op = 'INSERT' or old.state <> 'done') then perform gift_cards_refund(new); end if;
  elsif new.tender = 'store_credit' then
    if new.state = 'done' and (tg_op = 'INSERT' or old.state <> 'done') then perform gift_cards_credit(new); end if;
  elsif new.state = 'failed' then
    if tg_op = 'UPDATE' then perform gift_cards_restore(new); end if;
  elsif tg_op = 'INSERT' or old.state = 'failed' then
    perform gift_cards_take_back(new);
  end if;
  return null;
end $$;

-- Refunding what the replacements of an exchange cost less can need approval.
alter table approval_requests
  drop constraint approval_requests_action_check,
  add constraint approval_requests_action_check check (action in ('refund-order', 'retry-refund', 'close-return', 'cancel-order',
    'change-role', 'invite-staff', 'delete-files', 'export-list', 'read-records', 'change-approval-rules', 'erase-customer',
    'complete-exchange')) not valid;
alter table approval_requests validate constraint approval_requests_action_check;
