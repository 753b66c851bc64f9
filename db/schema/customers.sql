-- Tags and notes by which staff organize customers.
create table customer_tags (
  profile_id text not null references profiles on delete cascade,
  tag text not null check (tag = btrim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:]]'),
  primary key (profile_id, tag)
);
create unique index customer_tags_once on customer_tags (profile_id, lower(tag));
create index customer_tags_tag on customer_tags (lower(tag), profile_id);

create table customer_notes (
  id bigint generated always as identity primary key,
  profile_id text not null references profiles on delete cascade,
  actor_id text,
  note text not null check (char_length(note) between 1 and 2000),
  at timestamptz(3) not null default now()
);
create index customer_notes_profile on customer_notes (profile_id, id);

-- Newsletter subscriptions, confirmed through a link in an email. An account's setting 'Promotional emails' is the row of
-- its address; an address needs no account.
create table newsletter_subscribers (
  id text primary key,
  email text not null unique check (email = lower(email)),
  state text not null check (state in ('pending', 'subscribed', 'left')),
  confirm_hash text unique,
  confirm_until timestamptz(3),
  requested_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  left_at timestamptz(3),
  -- Which text the subscriber agreed to. Null for subscriptions from before texts had versions.
  consent text,
  check (state <> 'subscribed' or confirmed_at is not null)
);
-- The newsletter's list in the back office.
create index newsletter_subscribers_newest on newsletter_subscribers (requested_at desc, id desc);
create index newsletter_subscribers_state on newsletter_subscribers (state, requested_at desc, id desc);
create index newsletter_subscribers_search on newsletter_subscribers using gin (email gin_trgm_ops);
create index newsletter_subscribers_inactive on newsletter_subscribers (requested_at) where state <> 'subscribed';

-- What a customer avoids. It may say something about their health, so it is stored only with consent.
create table avoid_lists (
  profile_id text primary key references profiles on delete cascade,
  groups text[] not null default '{}' check (groups <@ '{fragrance,drying-alcohol,silicones,parabens,sulfates,mineral-oil,animal-derived}'),
  -- The version of the text that the customer agreed to.
  consent text not null,
  consented_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table avoid_list_ingredients (
  profile_id text not null references avoid_lists on delete cascade,
  substance_id text not null references substances on delete cascade,
  primary key (profile_id, substance_id)
);
create index avoid_list_ingredients_substance on avoid_list_ingredients (substance_id);

create function customer_tags_limit() returns trigger language plpgsql as $$
begin
  perform 1 from profiles where id = new.profile_id for no key update;
  if (select count(*) from customer_tags where profile_id = new.profile_id) > 10 then
    raise check_violation using constraint = 'tags_limit', message = 'A customer has at most 10 tags';
  end if;
  return null;
end $$;
create trigger customer_tags_limit after insert on customer_tags for each row execute function customer_tags_limit();
