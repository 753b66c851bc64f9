-- compatible
create index concurrently audit_entries_action on audit_entries (action, id desc);
