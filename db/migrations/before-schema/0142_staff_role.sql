-- What a member of the staff may do in the back office. Owners have the role admin, and no staff role.
alter table profiles add column staff_role text
  check (staff_role in ('manager', 'packer', 'editor', 'bookkeeper', 'support'));
alter table profiles add check (staff_role is null or role = 'user') not valid;
alter table profiles validate constraint profiles_check;
