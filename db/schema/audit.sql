-- The group under which the audit log lists an action.
create function audit_kind(action text) returns text language sql immutable parallel safe as $$
  select case split_part(action, '-', 1)
    when 'product' then 'products' when 'products' then 'products' when 'draft' then 'products' when 'pictures' then 'products'
    when 'family' then 'products' when 'content' then 'content'
    when 'order' then 'orders' when 'return' then 'orders' when 'letter' then 'orders' when 'refund' then 'orders'
    when 'entry' then 'books' when 'month' then 'books' when 'books' then 'books'
    when 'offer' then 'offers' when 'review' then 'reviews' when 'file' then 'files'
    when 'settings' then 'settings' when 'back' then 'system' when 'jobs' then 'system'
    else 'people' end
$$;

-- What staff and API keys did.
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
create index audit_entries_actor on audit_entries (actor_id, id desc);
create index audit_entries_kind on audit_entries (audit_kind(action), id desc, subject desc);
create index audit_entries_action on audit_entries (action, id desc);

-- Each entry's hash is computed from its contents and the previous hash, so an entry that is changed, removed, or added
-- later breaks the chain.
create table audit_seals (
  place bigint primary key,
  entry_id bigint not null unique references audit_entries,
  hash text not null
);

create function audit_hash(previous text, entry audit_entries) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
    entry.subject, entry.before::text, entry.after::text, entry.request_id), 'UTF8')), 'hex')
$$;

-- Starts a little before the last sealed entry instead of reading the whole log. Entries are sealed a minute after they
-- are written, and get their IDs when they are written, so none can be further behind.
create function audit_seal() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  place bigint;
  hash text;
  entry audit_entries;
  first_open bigint := coalesce((select max(entry_id) from audit_seals), 0) - 100000;
begin
  lock table audit_seals in exclusive mode;
  select s.place, s.hash into place, hash from audit_seals s order by s.place desc limit 1;
  for entry in
    select e.* from audit_entries e where e.id > first_open and e.at < now() - interval '1 minute'
      and not exists (select from audit_seals s where s.entry_id = e.id) order by e.id limit 10000
  loop
    place := coalesce(place, 0) + 1;
    hash := audit_hash(coalesce(hash, ''), entry);
    insert into audit_seals values (place, entry.id, hash);
  end loop;
end $$;

create trigger audit_entries_permanent before update or delete on audit_entries
  for each row execute function refuse_rewrite();

-- Who read personal data: one row per reader, day, list, and way, whose records are added up.
create table personal_data_reads (
  id bigint generated always as identity primary key,
  reader_id text not null,
  day date not null,
  data text not null check (data in ('orders', 'customers', 'newsletter', 'returns', 'reviews', 'adverse-events')),
  way text not null check (way in ('record', 'list', 'print', 'export', 'approved-export')),
  records bigint not null check (records > 0),
  unique (reader_id, day, data, way)
);
create index personal_data_reads_day on personal_data_reads (day);

-- Seals signed with a key that the database doesn't have.
create table audit_signed_seals (
  place bigint not null,
  signer text not null,
  entry_id bigint not null,
  hash text not null,
  signature text not null,
  signed_at timestamptz(3) not null,
  primary key (place, signer)
);
create trigger audit_signed_seals_permanent before update or delete on audit_signed_seals
  for each row execute function refuse_rewrite();
