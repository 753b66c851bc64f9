-- Somebody the shop does not serve any more: no sign-in, no order, also as a guest of the same address.

alter table profiles add column blocked_at timestamptz(3);
alter table profiles add constraint profiles_admins_stay check (blocked_at is null or role = 'user');
create index profiles_blocked on profiles (email, id) where blocked_at is not null;

create function orders_refuse_blocked() returns trigger language plpgsql as $$
begin
  if exists (select from profiles where blocked_at is not null and (email = new.email or id = new.user_id)) then
    raise exception 'This customer is blocked' using errcode = 'check_violation', constraint = 'orders_of_blocked';
  end if;
  return new;
end $$;
create trigger orders_refuse_blocked before insert on orders
  for each row execute function orders_refuse_blocked();
