-- compatible
-- The limit of lines per cart also holds for lines that are added at the same time. A plan from when few carts existed
-- would read all of them, so sequential scans are off.
create function cart_items_limit() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  -- Each of two transactions that add a line would count without the other's.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || new.user_id, 0));
  if (select count(*) from cart_items where user_id = new.user_id) > 100 then
    raise check_violation using constraint = 'cart_items_limit', message = 'A cart can hold at most 100 products';
  end if;
  return null;
end $$;
create trigger cart_items_limit after insert on cart_items for each row execute function cart_items_limit();
