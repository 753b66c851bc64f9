-- Jobs that were running when their process ended. A planned one, by a stop or deploy, says nothing about the job.
create table job_interruptions (
  job_id bigint not null,
  worker text not null,
  planned boolean not null,
  primary key (job_id, worker)
);
