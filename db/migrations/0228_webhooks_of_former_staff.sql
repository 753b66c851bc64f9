-- Endpoints of someone who lost their access are paused.
alter table webhook_endpoints drop constraint webhook_endpoints_pause_reason_check;
alter table webhook_endpoints add constraint webhook_endpoints_pause_reason_check
  check (pause_reason in ('owner', 'failing', 'gone', 'creator_removed'));
alter table webhook_endpoints add column url_changed_by text;
