-- What staff answer to a dispute. Sent evidence can be removed with personal data, but not changed.
alter table disputes
  -- As the provider calls it; unknown for disputes of earlier versions, until the provider is asked.
  add column provider_status text not null default 'unknown',
  add column due_by timestamptz(3),
  -- Some banks accept no evidence.
  add column answerable boolean not null default true,
  add column explanation text constraint disputes_explanation check (length(explanation) <= 10000),
  add column version integer not null default 1,
  add column response text constraint disputes_response check (response in ('evidence', 'acceptance')),
  add column responded_at timestamptz(3),
  add column responded_by text,
  add column evidence jsonb,
  add column attempt integer not null default 1,
  add column sent_at timestamptz(3),
  -- Why the provider refused the last response.
  add column failure text,
  add constraint disputes_responded check ((response is null) = (responded_at is null)),
  add constraint disputes_sent check (sent_at is null or response is not null),
  add constraint disputes_evidence check (evidence is null or response = 'evidence');
create index disputes_newest on disputes (opened_at, id);

create function disputes_keep_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'Evidence that is being sent doesn’t change' using errcode = 'check_violation', constraint = 'disputes_keep_evidence';
end $$;
create trigger disputes_keep_evidence before update of evidence on disputes for each row
  when (old.evidence is not null and new.evidence is not null and old.evidence <> new.evidence)
  execute function disputes_keep_evidence();
