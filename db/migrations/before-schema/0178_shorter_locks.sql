-- compatible
-- Locks and scans that grow with the number of orders.

-- A hold that becomes a sale changes no level, so it doesn't lock the product's row, which other orders wait for.
create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  low integer := low_stock();
  turned text[];
  changed text[];
begin
  perform from stock_levels where product_id in (select product_id from arrived group by 1 having sum(change) <> 0)
    order by product_id for update;
  with moved as (
    select product_id, sum(change)::integer as change, bool_or(reason in ('received', 'returned', 'counted')) as is_rare
    from arrived group by product_id having sum(change) <> 0
  ), leveled as (
    update stock_levels s set available = s.available + m.change,
      low_stock_notified = s.low_stock_notified and s.available + m.change <= low
    from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as level_before, m.is_rare
  )
  select array_agg(product_id) filter (where (level > 0) <> (level_before > 0)),
      array_agg(product_id) filter (where (level > 0) = (level_before > 0)
        and (is_rare or least(level, low + 1) <> least(level_before, low + 1)))
    into turned, changed from leveled;
  if turned is not null then
    perform lock_families_of(turned);
    update products p set in_stock = not p.in_stock from stock_levels s
      where p.id = any (turned) and s.product_id = p.id and p.in_stock <> (s.available > 0);
  end if;
  perform catalog_note_change(id) from unnest(changed) as id;
  return null;
end $$;

-- Looks for entries to seal from a little before the last sealed one, not through the whole log. Entries are sealed a
-- minute after they were written, and IDs are taken when they are written, so none can be further behind.
create or replace function audit_seal() returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
