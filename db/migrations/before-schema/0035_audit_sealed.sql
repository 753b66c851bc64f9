-- The log of what administrators did, sealed: each entry's hash is made from its words and the hash before it, so that
-- whatever is changed, taken out or put in afterwards breaks the chain from there on.

create table audit_seals (
  place bigint primary key,
  entry_id bigint not null unique references audit_entries,
  hash text not null
);

create index audit_entries_actor on audit_entries (actor_id, id desc);

create function audit_hash(previous text, entry audit_entries) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', previous, entry.id, extract(epoch from entry.at), entry.actor_id, entry.action,
    entry.subject, entry.before::text, entry.after::text, entry.request_id), 'UTF8')), 'hex')
$$;

-- Entries a minute old: whatever was begun before them is written or given up by then.
create function audit_seal() returns void language plpgsql as $$
declare
  place bigint;
  hash text;
  entry audit_entries;
begin
  lock table audit_seals in exclusive mode;
  select s.place, s.hash into place, hash from audit_seals s order by s.place desc limit 1;
  for entry in
    select e.* from audit_entries e where e.at < now() - interval '1 minute'
      and not exists (select from audit_seals s where s.entry_id = e.id) order by e.id limit 10000
  loop
    place := coalesce(place, 0) + 1;
    hash := audit_hash(coalesce(hash, ''), entry);
    insert into audit_seals values (place, entry.id, hash);
  end loop;
end $$;
