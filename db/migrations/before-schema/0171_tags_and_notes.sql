-- How staff organize orders and customers.
create table order_tags (
  order_id text not null references orders on delete cascade,
  tag text not null check (tag = btrim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:]]'),
  primary key (order_id, tag)
);
create unique index order_tags_once on order_tags (order_id, lower(tag));
create index order_tags_tag on order_tags (lower(tag), order_id);

create table customer_tags (
  profile_id text not null references profiles on delete cascade,
  tag text not null check (tag = btrim(tag) and char_length(tag) between 1 and 30 and tag !~ '[[:cntrl:]]'),
  primary key (profile_id, tag)
);
create unique index customer_tags_once on customer_tags (profile_id, lower(tag));
create index customer_tags_tag on customer_tags (lower(tag), profile_id);

-- The lock makes two people who tag the same order or customer count one after the other.
create function order_tags_limit() returns trigger language plpgsql as $$
begin
  perform 1 from orders where id = new.order_id for no key update;
  if (select count(*) from order_tags where order_id = new.order_id) > 10 then
    raise check_violation using constraint = 'tags_limit', message = 'An order has at most 10 tags';
  end if;
  return null;
end $$;
create trigger order_tags_limit after insert on order_tags for each row execute function order_tags_limit();

create function customer_tags_limit() returns trigger language plpgsql as $$
begin
  perform 1 from profiles where id = new.profile_id for no key update;
  if (select count(*) from customer_tags where profile_id = new.profile_id) > 10 then
    raise check_violation using constraint = 'tags_limit', message = 'A customer has at most 10 tags';
  end if;
  return null;
end $$;
create trigger customer_tags_limit after insert on customer_tags for each row execute function customer_tags_limit();

create table customer_notes (
  id bigint generated always as identity primary key,
  profile_id text not null references profiles on delete cascade,
  actor_id text,
  note text not null check (char_length(note) between 1 and 2000),
  at timestamptz(3) not null default now()
);
create index customer_notes_profile on customer_notes (profile_id, id);
