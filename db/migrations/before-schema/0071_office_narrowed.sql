-- The log of what administrators did, by what it was done to; and the lists of offers, however many there come to be.

create function audit_kind(action text) returns text language sql immutable parallel safe as $$
  select case split_part(action, '-', 1)
    when 'product' then 'products' when 'products' then 'products' when 'draft' then 'products' when 'pictures' then 'products'
    when 'order' then 'orders' when 'return' then 'orders' when 'letter' then 'orders'
    when 'entry' then 'books' when 'month' then 'books' when 'books' then 'books'
    when 'offer' then 'offers' when 'review' then 'reviews' when 'file' then 'files'
    else 'people' end
$$;
create index audit_entries_kind on audit_entries (audit_kind(action), id desc, subject desc);

create index offers_newest on offers (created_at desc, id desc);
create index offers_minimum on offers (minimum, id);
