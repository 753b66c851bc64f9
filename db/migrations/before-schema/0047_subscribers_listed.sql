-- The newsletter's list in the back office.

create index newsletter_subscribers_newest on newsletter_subscribers (asked_at desc, id desc);
create index newsletter_subscribers_state on newsletter_subscribers (state, asked_at desc, id desc);
create index newsletter_subscribers_found on newsletter_subscribers using gin (email gin_trgm_ops);
