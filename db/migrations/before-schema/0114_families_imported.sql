-- An import writes a family whole. Its rows have the place of its first line, wherever they are in the file.

alter table product_import_rows add column place integer;
update product_import_rows set place = line;
alter table product_import_rows alter column place set not null;
create index product_import_rows_place on product_import_rows (import_id, place);

-- The families that an import creates.
create table product_import_families (
  import_id text not null references product_imports on delete cascade,
  slug text not null,
  draft jsonb not null,
  primary key (import_id, slug)
);
