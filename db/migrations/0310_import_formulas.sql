-- compatible
-- Files of formulas are imported as those of product information are.
alter table data_imports drop constraint data_imports_kind_check,
  add constraint data_imports_kind_check check (kind in ('customers', 'offers', 'orders', 'product-information', 'formulas'));
