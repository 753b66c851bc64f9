-- A checked file is taken in by a job, a batch of rows at a time. How far it has come is written down with each batch, so
-- whoever goes on begins at the next one.

alter table product_imports
  drop constraint product_imports_state_check,
  add constraint product_imports_state_check check (state in ('checked', 'running', 'done')),
  -- of the new and the changed rows, and the line of the last of them
  add column taken integer not null default 0,
  add column reached integer not null default 0,
  add column started_by text,
  add column started_at timestamptz(3),
  add column request_id text;
update product_imports set taken = created + changed, reached = 2147483647, started_by = created_by, started_at = done_at
  where state = 'done';

/* As many statements for a thousand products as for one. Levels are locked in the order of their products, always. */
create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  noted text[];
begin
  perform from stock_levels where product_id in (select product_id from arrived) order by product_id for update;
  with moved as (
    select product_id, sum(change)::integer as change from arrived group by product_id having sum(change) <> 0
  ), levelled as (
    update stock_levels s set available = s.available + m.change from moved m where s.product_id = m.product_id
    returning s.product_id, s.available as level, s.available - m.change as was
  ), turned as (
    update products p set in_stock = l.level > 0 from levelled l
    where p.id = l.product_id and (l.level > 0) <> (l.was > 0) and p.in_stock <> (l.level > 0)
  )
  select array_agg(product_id) into noted from levelled
    where (level > 0) = (was > 0) and least(level, 6) <> least(was, 6);
  perform catalog_note_change(id) from unnest(noted) as id;
  return null;
end $$;

-- While a young shop takes in its first thousands, the table of words is larger than the planner knows: word by word it
-- would read all of it.
alter function search_learn(products[]) set enable_seqscan = off;
