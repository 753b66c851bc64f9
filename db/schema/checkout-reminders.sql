-- Reminders of a checkout that a shopper didn't finish, which they asked for. One email each.
create table checkout_reminders (
  id text primary key,
  email text not null check (email = lower(email) and char_length(email) between 1 and 254),
  -- Who was signed in.
  user_id text references profiles on delete cascade,
  -- The cart: objects with productId and quantity.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 100),
  code text not null check (char_length(code) <= 60),
  region text not null check (region in ('US', 'CA', 'GB', 'IN')),
  -- Which text they agreed to.
  consent text not null,
  state text not null check (state in ('waiting', 'sent', 'cancelled')),
  requested_at timestamptz(3) not null,
  send_at timestamptz(3) not null check (send_at > requested_at),
  -- When it was sent or cancelled.
  closed_at timestamptz(3),
  constraint checkout_reminders_closed check ((state = 'waiting') = (closed_at is null))
);
create unique index checkout_reminders_one_waiting on checkout_reminders (email) where state = 'waiting';
create index checkout_reminders_due on checkout_reminders (send_at, id) where state = 'waiting';
create index checkout_reminders_sent on checkout_reminders (email, closed_at) where state = 'sent';
create index checkout_reminders_closed on checkout_reminders (closed_at) where closed_at is not null;
create index checkout_reminders_newest on checkout_reminders (requested_at desc, id desc);
create index checkout_reminders_user on checkout_reminders (user_id) where user_id is not null;
