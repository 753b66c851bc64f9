-- Entries about failed refunds that were retried or resolved belong to orders, as other entries about refunds do.
create or replace function audit_kind(action text) returns text language sql immutable parallel safe as $$
  select case split_part(action, '-', 1)
    when 'product' then 'products' when 'products' then 'products' when 'draft' then 'products' when 'pictures' then 'products'
    when 'order' then 'orders' when 'return' then 'orders' when 'letter' then 'orders' when 'refund' then 'orders'
    when 'entry' then 'books' when 'month' then 'books' when 'books' then 'books'
    when 'offer' then 'offers' when 'review' then 'reviews' when 'file' then 'files'
    when 'settings' then 'settings'
    else 'people' end
$$;

reindex index audit_entries_kind;
