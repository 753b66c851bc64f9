-- When the shopper confirmed a payment that the provider hasn't settled yet. It stays open, and holds its stock longer.
alter table payments add column processing_at timestamptz(3);
