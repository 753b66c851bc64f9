-- compatible
create index concurrently pictures_texts on pictures using gin (lower(alt) gin_trgm_ops) where alt <> '';
