-- compatible
-- Each sale changed both, and stock_levels_sorted begins with the same column.

drop index stock_levels_available;
