-- Separate, so that reading all orders doesn't hold the lock that adding the constraint takes.
alter table orders validate constraint orders_parts_add_up;
