-- A product's page says how many can be ordered, up to the 20 that one cart may hold: below that each sale is shown.
-- Selling out, coming back and the last six are noted by the ledger already.
create function stock_levels_shown() returns trigger language plpgsql as $$
begin
  perform catalog_note_change(new.product_id);
  return null;
end $$;
create trigger stock_levels_shown after update on stock_levels for each row
  when (least(old.available, 20) <> least(new.available, 20) and least(old.available, 6) = least(new.available, 6))
  execute function stock_levels_shown();

-- Reviews by their stars, best or worst first, and the number of each.
create index reviews_by_stars on reviews (product_id, rating, id) where status = 'published';

-- What was bought with a product lately; an item's id begins with its time.
create index order_items_lately on order_items (product_id, id desc);
drop index order_items_product;

-- The home page names offers: it is made anew when one of them reads differently.
create function offers_shown() returns trigger language plpgsql as $$
begin
  perform catalog_note_change('offers');
  return null;
end $$;
create trigger offers_shown after insert or delete
  or update of code, title, description, starts_at, ends_at, banner_position, active on offers
  for each statement execute function offers_shown();
