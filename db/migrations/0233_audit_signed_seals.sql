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
