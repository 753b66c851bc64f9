-- Who used an offer is known from the orders, so a hash of the address is no longer stored. The column goes once no
-- earlier version writes it.
alter table offer_uses alter column email_hash set default '';
update offer_uses set email_hash = '' where email_hash <> '';

-- For exports and deletions of an account.
create index letters_recipient on letters (recipient);

-- For the nightly job that deletes old data; each holds only the rows that may be deleted.
create index auth_users_unconfirmed on auth_users (created_at) where not email_verified;
create index orders_never_paid on orders (created_at)
  where status = 'cancelled' and payment_status in ('pending', 'failed') and email <> 'nobody@deleted.invalid';
create index newsletter_subscribers_inactive on newsletter_subscribers (asked_at) where state <> 'subscribed';
create index letters_unsent on letters (created_at) where state <> 'sent' and body_text is not null;
create index known_devices_first_seen on known_devices (first_seen_at);
