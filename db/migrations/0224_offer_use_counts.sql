-- compatible
-- The uses of an offer with a total limit are counted as they come, so an order doesn't count them under the offer's lock.
-- Offers without one have no count: their orders don't wait for each other.

create table offer_use_counts (
  offer_id text primary key references offers on delete cascade,
  uses integer not null check (uses >= 0)
);

create function offer_uses_counted() returns trigger language plpgsql as $$
begin
  update offer_use_counts set uses = uses + case tg_op when 'INSERT' then 1 else -1 end
  where offer_id = case tg_op when 'INSERT' then new.offer_id else old.offer_id end;
  return null;
end $$;

create function offers_count_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- Orders that use the offer at this moment commit first.
    lock table offer_uses in share row exclusive mode;
    delete from offer_use_counts where offer_id = new.id;
  end if;
  insert into offer_use_counts
  select new.id, (select count(*) from offer_uses u where u.offer_id = new.id) where new.total_limit is not null;
  return null;
end $$;

create trigger offer_uses_counted after insert or delete on offer_uses
  for each row execute function offer_uses_counted();
create trigger offers_count_uses after insert on offers for each row
  when (new.total_limit is not null) execute function offers_count_uses();
create trigger offers_recount_uses after update on offers for each row
  when (old.total_limit is distinct from new.total_limit) execute function offers_count_uses();

insert into offer_use_counts
select f.id, (select count(*) from offer_uses u where u.offer_id = f.id) from offers f where f.total_limit is not null;
