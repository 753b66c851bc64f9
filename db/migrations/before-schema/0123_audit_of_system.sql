-- Backups and retried jobs are listed under System, and changes to families among products: both were among people.
create or replace function audit_kind(action text) returns text language sql immutable parallel safe as $$
  select case split_part(action, '-', 1)
    when 'product' then 'products' when 'products' then 'products' when 'draft' then 'products' when 'pictures' then 'products'
    when 'family' then 'products'
    when 'order' then 'orders' when 'return' then 'orders' when 'letter' then 'orders' when 'refund' then 'orders'
    when 'entry' then 'books' when 'month' then 'books' when 'books' then 'books'
    when 'offer' then 'offers' when 'review' then 'reviews' when 'file' then 'files'
    when 'settings' then 'settings' when 'back' then 'system' when 'jobs' then 'system'
    else 'people' end
$$;

reindex index audit_entries_kind;
