-- Search ignores accents, and finds parts of words and misspelled ones.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
