-- How often the check of a file was begun and neither ended nor failed for a reason outside the file.
alter table product_imports add column attempts integer not null default 0;
