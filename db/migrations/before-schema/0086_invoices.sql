-- Invoices and credit notes: one series of numbers per kind, without gaps, in the order of payment and refund.

alter table orders add column tax_percent numeric(6, 3) not null default 8;

create table invoices (
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null check (number > 0),
  order_id text not null references orders,
  refund_id text unique references refunds,
  issued_at timestamptz(3) not null,
  -- a credit note whose refund failed afterwards keeps its number
  voided_at timestamptz(3),
  primary key (kind, number),
  check ((kind = 'credit_note') = (refund_id is not null)),
  check (kind = 'credit_note' or voided_at is null)
);
create unique index invoices_once on invoices (order_id) where kind = 'invoice';
create index invoices_order on invoices (order_id);
create trigger invoices_permanent before delete or update of kind, number, order_id, refund_id, issued_at on invoices
  for each row execute function refuse_rewrite();

/* Numbers the booked sales and refunds that have no document yet: those from before this table, and demo orders. */
create function invoices_issue_missing() returns void language sql as $$
  select pg_advisory_xact_lock(7220933);
  insert into invoices (kind, number, order_id, issued_at)
  select 'invoice', coalesce((select max(number) from invoices where kind = 'invoice'), 0)
    + row_number() over (order by paid_at, order_id), order_id, paid_at
  from (
    select a.order_id, coalesce(p.paid_at, a.entry_date) as paid_at
    from accounting a
    left join payments p on p.order_id = a.order_id and p.state in ('paid', 'refunded') and not p.surplus
    where a.kind = 'sale' and a.order_id is not null
      and not exists (select from invoices i where i.order_id = a.order_id and i.kind = 'invoice')
  ) sales;
  insert into invoices (kind, number, order_id, refund_id, issued_at)
  select 'credit_note', coalesce((select max(number) from invoices where kind = 'credit_note'), 0)
    + row_number() over (order by r.done_at, r.id), r.order_id, r.id, r.done_at
  from refunds r
  where r.state = 'done' and exists (select from accounting a where a.cause = 'refund:' || r.id)
    and not exists (select from invoices i where i.refund_id = r.id)
$$;

-- Generated demo orders named the order as the cause of a refund's entry.
update accounting a set cause = 'refund:' || r.id from refunds r where a.cause = 'refund:' || r.order_id;
select invoices_issue_missing();
