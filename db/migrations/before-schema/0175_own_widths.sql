-- compatible
-- Pages link to a picture in the width of its master too. Pictures that don't have that size get it from a job.

do $$
declare
  picture text;
begin
  for picture in
    select id from pictures p
    where origin not like '%.svg' and not exists (
      select from picture_sizes s where s.picture_id = p.id and s.format = 'webp'
        and s.width = least(p.width, case when p.origin like 'house:mood/%' then 2400 else 1600 end))
  loop
    perform graphile_worker.add_job('size-picture', json_build_object('id', picture), job_key => 'size-picture:' || picture,
      max_attempts => 25, priority => 10);
  end loop;
end $$;
