-- Who has asked for our letters, and who has said yes by following the link in the first one. For people with and
-- without an account alike: an account's 'Promotional emails' is the row of its address.

create table newsletter_subscribers (
  id text primary key,
  email text not null unique check (email = lower(email)),
  state text not null check (state in ('asked', 'subscribed', 'left')),
  confirm_hash text unique,
  confirm_until timestamptz(3),
  asked_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  left_at timestamptz(3),
  check (state <> 'subscribed' or confirmed_at is not null)
);

insert into newsletter_subscribers (id, email, state, confirmed_at)
  select 'sub_' || substr(p.id, 5), lower(p.email), 'subscribed', s.updated_at
  from profile_settings s join profiles p on p.id = s.profile_id
  where s.promotional_emails
  on conflict do nothing;
alter table profile_settings drop column promotional_emails;

-- The letters follow an account to its new address, and end with it.
create function follow_profile_email() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from newsletter_subscribers where email = lower(new.email)
      and exists (select from newsletter_subscribers where email = lower(old.email));
    update newsletter_subscribers set email = lower(new.email) where email = lower(old.email);
  else
    delete from newsletter_subscribers where email = lower(old.email);
  end if;
  return null;
end $$;
create trigger profiles_email_followed after update of email on profiles
  for each row when (lower(old.email) <> lower(new.email)) execute function follow_profile_email();
create trigger profiles_left after delete on profiles
  for each row execute function follow_profile_email();

-- Where a letter that is no answer to anything can be refused from now on.
alter table letters add column unsubscribe_url text;
alter table mailbox add column unsubscribe_url text;
