-- compatible
-- Of the library, or one of the bundled banners.
alter table collections add column picture_id text;

create or replace function content_picture_changed() returns trigger language plpgsql as $$
begin
  if exists (select from content_versions where picture_ids @> array[old.id]) then
    perform catalog_note_change(old.id);
  end if;
  if exists (select from categories where picture_id = old.id union all select from collections where picture_id = old.id) then
    perform catalog_note_change('settings');
  end if;
  return null;
end $$;
