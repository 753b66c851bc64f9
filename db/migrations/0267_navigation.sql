-- compatible
-- The links of the header and the footer, once the owner has arranged them: one row.
create table navigation (
  id boolean primary key default true constraint navigation_single check (id),
  -- Null after a reset.
  arrangement jsonb,
  version integer not null default 1
);
