-- What keeps the shop running: facts about this store, letters, the audit.

create table store_facts (
  key text primary key,
  value jsonb not null,
  at timestamptz(3) not null default now()
);

create table letters (
  id text primary key,
  -- one letter for one cause: writing it again is harmless
  key text not null unique,
  kind text not null,
  order_id text references orders,
  recipient text not null,
  subject text not null,
  -- kept until sent: letters may carry one-time links
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  check ((state = 'sent') = (sent_at is not null))
);
create index letters_order on letters (order_id);

-- The demo's postman: what SMTP would have carried away.
create table mailbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz(3) not null default now()
);
create index mailbox_newest on mailbox (sent_at desc, id desc);

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  actor_id text,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  request_id text
);
create index audit_entries_subject on audit_entries (subject, id desc);
create trigger audit_entries_kept before update or delete on audit_entries
  for each row execute function refuse_rewrite();
