-- Money may be given back where the provider shows it to its owner, and a refund may fail days after it was made.
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('cancelled', 'late', 'surplus', 'refunded', 'returned', 'elsewhere'));
alter table refunds add column failed_at timestamptz(3);
create index payments_intent on payments (intent_id) where intent_id is not null;
