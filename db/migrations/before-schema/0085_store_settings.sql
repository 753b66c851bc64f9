-- Settings that administrators change. A key without a row has its default.

create table settings (
  key text primary key,
  value jsonb not null,
  -- rises with each change of this key; the sum over all keys is the version that a change must name
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by text
);

-- No earlier entry has this kind, so the index on it stays valid.
create or replace function audit_kind(action text) returns text language sql immutable parallel safe as $$
  select case split_part(action, '-', 1)
    when 'product' then 'products' when 'products' then 'products' when 'draft' then 'products' when 'pictures' then 'products'
    when 'order' then 'orders' when 'return' then 'orders' when 'letter' then 'orders'
    when 'entry' then 'books' when 'month' then 'books' when 'books' then 'books'
    when 'offer' then 'offers' when 'review' then 'reviews' when 'file' then 'files'
    when 'settings' then 'settings'
    else 'people' end
$$;
