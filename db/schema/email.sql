-- Emails to send and sent.
create table emails (
  id text primary key,
  -- One email per cause.
  key text not null unique,
  kind text not null,
  order_id text references orders,
  recipient text not null,
  subject text not null,
  -- Deleted once sent, because they may contain one-time links.
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- For the List-Unsubscribe header.
  unsubscribe_url text,
  check ((state = 'sent') = (sent_at is not null))
);
create index emails_order on emails (order_id);
-- For exports and deletions of an account.
create index emails_recipient on emails (recipient);
create index emails_unsent on emails (created_at) where state <> 'sent' and body_text is not null;

-- The demo's emails, instead of sending them by SMTP.
create table mailbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz(3) not null default now(),
  unsubscribe_url text
);
create index mailbox_newest on mailbox (sent_at desc, id desc);
