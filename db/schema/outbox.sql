-- Jobs of orders, on their way to the job queue. The queue notifies its workers, and PostgreSQL commits transactions
-- that notify one after the other, each with its own flush to disk. Workers move these jobs in batches instead.
create table outbox (
  id bigint generated always as identity primary key,
  jobs json not null,
  added_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function outbox_add(jobs json) returns integer language sql as $$
  insert into outbox (jobs) values (jobs) returning json_array_length(jobs)
$$;

-- The queue takes a key once per batch, so the latest job of each key counts, as it would in the queue. One job books the
-- sales that were paid at the same time, because its locks and its commit take as long as booking several.
create function outbox_forward(most integer) returns integer language plpgsql as $$
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

-- A generic plan, because Graphile Worker's statements read their jobs from an array: PostgreSQL would plan them again for
-- each call, which takes several times as long as running them.
create function enqueue_jobs(jobs json) returns integer language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  return (select count(*) from graphile_worker.add_jobs(array(
    select (j.name, j.payload, null, j.at, 25, j.key, coalesce(j.priority, 0), null)::graphile_worker.job_spec
    from json_to_recordset(jobs) as j (name text, payload json, key text, at timestamptz, priority integer))));
end $$;

-- Jobs that were running when their process ended. A planned one, by a stop or deploy, says nothing about the job.
create table job_interruptions (
  job_id bigint not null,
  worker text not null,
  planned boolean not null,
  primary key (job_id, worker)
);
