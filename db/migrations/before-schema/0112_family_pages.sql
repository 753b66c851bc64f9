-- The page of each member shows the whole family, so a change to one member is a change to the family.
create or replace function products_after_write() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(changed) from (
    select distinct unnest(array[old.id, new.id, old.family_id, new.family_id]) as changed) each
    where changed is not null;
  return null;
end $$;
