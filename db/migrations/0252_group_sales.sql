-- compatible
-- One job books the sales that were paid at the same time. The previous release, which doesn't know the job, leaves it to
-- this one.
create or replace function outbox_forward(most integer) returns integer language plpgsql as $$
declare
  taken integer;
  batch json;
begin
  with forwarded as (
    delete from outbox where id in (select id from outbox order by id limit most for update skip locked)
    returning id, jobs
  ), latest as (
    select distinct on (coalesce(job ->> 'key', job::text)) id, job from forwarded, json_array_elements(jobs) job
    order by coalesce(job ->> 'key', job::text), id desc
  ), parts as (
    select id, job, case job ->> 'name' when 'book-sale' then row_number() over (partition by job ->> 'name' order by id) / 25 end as part
    from latest
  ), grouped as (
    select id, job from parts where part is null
    union all
    select min(id), case count(*) when 1 then (array_agg(job))[1]
      else json_build_object('name', 'book-sales', 'payload', json_agg(job -> 'payload' order by id)) end
    from parts where part is not null group by part
  )
  select (select count(*) from forwarded), (select json_agg(job order by id) from grouped) into taken, batch;
  if batch is not null then
    perform enqueue_jobs(batch);
  end if;
  return taken;
end $$;
