-- Left from the identity library that the store once used, and from functions that nothing calls.
drop trigger auth_password_added on auth_accounts;
drop trigger auth_password_changed on auth_accounts;
drop function auth_password_copied();
drop trigger auth_challenge_added on auth_verifications;
drop function auth_challenge_copied();
alter table auth_accounts
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope,
  drop column password;
drop table auth_rate_limits;

-- Uses of an offer are counted by order.
alter table offer_uses drop column email_hash;
create index offer_uses_offer on offer_uses (offer_id);

drop function buyer_bought(text, timestamptz);
