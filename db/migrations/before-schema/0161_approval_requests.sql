-- High-risk actions that wait for a second person.
create table approval_requests (
  id text primary key,
  action text not null check (action in ('refund-order', 'close-return', 'cancel-order', 'change-role', 'invite-staff', 'delete-files',
    'export-list', 'change-approval-rules')),
  subject text not null,
  -- What the action does, and how it is shown to the person who decides.
  payload jsonb not null,
  changes jsonb not null,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'expired', 'failed', 'cancelled')),
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) <= 500),
  -- Why an approved action failed, or an automatic decision.
  result text,
  downloaded_at timestamptz,
  constraint approval_needs_second_person check (decided_by <> requested_by),
  check ((state = 'requested') = (decided_at is null)),
  check (state not in ('approved', 'declined', 'failed') or decided_by is not null),
  check (downloaded_at is null or (action = 'export-list' and state = 'approved'))
);

-- A double click is one request.
create unique index approval_requests_same on approval_requests (requested_by, action, subject, md5(payload::text))
  where state = 'requested';
create index approval_requests_waiting on approval_requests (expires_at) where state = 'requested';
create index approval_requests_newest on approval_requests (requested_at, id);
create index approval_requests_by_person on approval_requests (requested_by, requested_at, id);

-- An approval is for exactly what was requested, and a decision is final. Only an approved action may still fail.
create function freeze_approval_request() returns trigger language plpgsql as $$
begin
  if (new.id, new.action, new.subject, new.payload, new.changes, new.requested_by, new.requested_at, new.reason, new.expires_at)
    is distinct from
    (old.id, old.action, old.subject, old.payload, old.changes, old.requested_by, old.requested_at, old.reason, old.expires_at)
  then raise exception 'An approval request can''t be changed'; end if;
  if old.state <> 'requested' and (
    (new.decided_by, new.decided_at, new.decision_reason) is distinct from (old.decided_by, old.decided_at, old.decision_reason)
    or new.state <> old.state and not (old.state = 'approved' and new.state = 'failed'))
  then raise exception 'This approval request is already decided'; end if;
  return new;
end $$;
create trigger freeze_approval_request before update on approval_requests
  for each row execute function freeze_approval_request();
