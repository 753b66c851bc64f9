-- compatible
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

-- The queue takes a key once per batch, so the latest job of each key counts, as it would in the queue.
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
  )
  select (select count(*) from forwarded), (select json_agg(job order by id) from latest) into taken, batch;
  if batch is not null then
    perform enqueue_jobs(batch);
  end if;
  return taken;
end $$;

-- As before, but without notifying workers in the transaction of the event.
create or replace function add_webhooks(kind text, about text, data jsonb) returns void language sql as $$
  with added as (
    insert into webhook_deliveries (endpoint_id, type, subject, body)
    select e.id, kind, about, jsonb_build_object('type', kind, 'version', 1, 'data', data,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
    from webhook_endpoints e where e.deleted_at is null and kind = any (e.events)
    returning endpoint_id
  )
  insert into outbox (jobs)
  select json_agg(json_build_object('name', 'deliver-webhooks', 'payload', json_build_object('endpoint', endpoint_id)))
  from added having count(*) > 0
$$;
