-- A return has a reference that its package carries, is inspected, and may be declined with a reason.
alter table returns drop constraint returns_state_check;
alter table returns add constraint returns_state_check
  check (state in ('asked', 'received', 'inspected', 'closed', 'declined'));
alter table returns add column reference text;
alter table returns add column inspected_at timestamptz(3);
alter table returns add column inspection_note text;
alter table returns add column decline_reason text;
update returns r set reference = numbered.reference from (
  select r.id, 'R' || substr(o.number, 3) || '-' || row_number() over (partition by r.order_id order by r.asked_at, r.id) as reference
  from returns r join orders o on o.id = r.order_id
) numbered where numbered.id = r.id;
alter table returns alter column reference set not null;
alter table returns add constraint returns_reference_key unique (reference);
drop index returns_open;
create index returns_open on returns (asked_at, id) where state in ('asked', 'received', 'inspected');
create index returns_newest on returns (asked_at desc, id desc);
-- The terms in force when the order was placed.
alter table orders add column return_days integer not null default 30 check (return_days >= 0);
