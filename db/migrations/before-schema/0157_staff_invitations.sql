-- An invitation to join the staff, until it is accepted, revoked, or replaced. Only a hash of its link is stored.
create table staff_invitations (
  id text primary key,
  email text not null unique check (email = lower(email)),
  staff_role text not null check (staff_role in ('manager', 'packer', 'editor', 'bookkeeper', 'support')),
  token_hash text not null unique,
  invited_by text references profiles (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- For the list of staff.
create index profiles_staff on profiles (created_at) where role = 'admin' or staff_role is not null;
