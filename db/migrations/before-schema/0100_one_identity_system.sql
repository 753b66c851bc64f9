-- The store checks passwords and codes itself. The previous version, which used Better Auth, runs beside the new one for
-- one deploy: the triggers copy what it writes. A later migration drops them with the columns that only it reads.

set local lock_timeout = '10s';

-- The previous version can't read the new hashes, so they have their own column.
alter table auth_accounts add column password_hash text;

create function auth_password_copied() returns trigger language plpgsql as $$
begin
  new.password_hash := new.password;
  return new;
end $$;
create trigger auth_password_added before insert on auth_accounts for each row
  when (new.password_hash is null) execute function auth_password_copied();
create trigger auth_password_changed before update of password on auth_accounts for each row
  when (new.password is distinct from old.password and new.password_hash is not distinct from old.password_hash)
  execute function auth_password_copied();

alter table auth_sessions alter column token set default gen_random_uuid()::text;

-- Two concurrent requests could each add a row that was never verified.
delete from auth_two_factors a using auth_two_factors b
  where a.user_id = b.user_id and (a.verified, a.id) < (b.verified, b.id);
create unique index auth_two_factors_one_per_user on auth_two_factors (user_id);
drop index auth_two_factors_user;
alter table auth_two_factors
  alter column id set default gen_random_uuid()::text,
  -- Codes of the previous version, encrypted. Empty once they are hashed.
  alter column backup_codes set default '',
  add column recovery_codes text[] not null default '{}',
  add column last_step bigint;

-- A challenge becomes a one-time link, whose token is the part of the cookie before the signature.
create function auth_challenge_copied() returns trigger language plpgsql as $$
begin
  insert into auth_verifications (id, identifier, value, expires_at) values (
    new.value || ':' || gen_random_uuid(),
    'second-factor:' || translate(encode(sha256(convert_to(new.identifier, 'UTF8')), 'base64'), '+/=', '-_'),
    json_build_object('userId', new.value), new.expires_at)
  on conflict (identifier) do nothing;
  return null;
end $$;
create trigger auth_challenge_added after insert or update on auth_verifications for each row
  when (new.identifier like '2fa-%' and new.identifier not like '2fa-attempts-%')
  execute function auth_challenge_copied();
update auth_verifications set updated_at = now() where identifier like '2fa-%' and expires_at > now();
