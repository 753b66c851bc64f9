-- The words of an import are those that the back office shows: invalid, unchanged, imported.
alter table product_imports rename column same to unchanged;
alter table product_imports rename column bad to invalid;
alter table product_imports rename column taken to imported;

-- PostgreSQL 18 names the NOT NULL constraint of a column after it.
do $$
declare
  stale record;
begin
  for stale in
    select conname as name, format('product_imports_%s_not_null', w.current) as current
    from (values ('same', 'unchanged'), ('bad', 'invalid'), ('taken', 'imported')) as w (former, current)
    join pg_constraint on conrelid = 'product_imports'::regclass and conname = format('product_imports_%s_not_null', w.former)
  loop
    execute format('alter table product_imports rename constraint %I to %I', stale.name, stale.current);
  end loop;
end $$;

alter table product_import_rows drop constraint product_import_rows_kind_check;
update product_import_rows set
  kind = case kind when 'bad' then 'invalid' when 'same' then 'unchanged' else kind end,
  problems = (
    select coalesce(jsonb_agg(jsonb_build_object('column', p -> 'column', 'value', p -> 'said', 'problem', p -> 'wrong') order by n), '[]')
    from jsonb_array_elements(problems) with ordinality as problem (p, n))
where kind in ('bad', 'same');
alter table product_import_rows add constraint product_import_rows_kind_check
  check (kind in ('new', 'changed', 'unchanged', 'invalid'));
