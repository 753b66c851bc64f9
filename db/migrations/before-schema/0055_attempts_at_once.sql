-- One try out of the few that there are, in one round trip: who comes while another decides waits at the lock, and then
-- sees what that one wrote. Both answers empty: as many are being checked as could still fail.
create function take_attempt(about text, most int, span interval, may_turn_out_well boolean)
returns table (taken bigint, free_at timestamptz)
language plpgsql as $$
declare
  since timestamptz := now() - span;
begin
  perform pg_advisory_xact_lock(hashtextextended(about, 0));
  -- A process that died with its guesses open has lost them.
  select at + span into free_at from attempts
    where key = about and at > since and not (pending and at > now() - interval '1 minute')
    order by at desc offset most - 1 limit 1;
  if free_at is null and (select count(*) from attempts where key = about and at > since) < most then
    insert into attempts (key, pending) values (about, may_turn_out_well) returning id into taken;
  end if;
  return next;
end $$;
