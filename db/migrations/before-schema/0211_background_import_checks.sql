-- compatible
-- An upload is answered before its rows are checked. A job checks them.

alter table product_imports
  add column options jsonb not null default '{}',
  -- why the file could not be checked
  add column problem text,
  drop constraint product_imports_state_check,
  add constraint product_imports_state_check
    check (state in ('checking', 'failed', 'checked', 'running', 'done')) not valid;
alter table product_imports validate constraint product_imports_state_check;
