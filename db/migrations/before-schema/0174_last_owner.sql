-- A store that has an owner always has one. Owners can't be blocked, so only a new role or a deletion takes one away.
-- Such statements wait for each other, so two owners who remove each other at once can't both succeed. The lock on the
-- remaining owner covers the stricter isolation levels, whose snapshot may be older.
create function keep_last_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('last owner'));
  perform from profiles where role = 'admin' and id <> old.id limit 1 for share;
  if not found then
    raise exception 'The last owner can''t be removed' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $$;

create trigger last_owner_keeps_role after update of role on profiles for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function keep_last_owner();
create trigger last_owner_stays after delete on profiles for each row
  when (old.role = 'admin') execute function keep_last_owner();
