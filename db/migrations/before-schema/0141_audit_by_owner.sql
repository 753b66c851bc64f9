-- The store's own role may add audit entries but not change entries or seals, so sealing runs as the owner.
alter function audit_seal() security definer set search_path = public, pg_temp;
