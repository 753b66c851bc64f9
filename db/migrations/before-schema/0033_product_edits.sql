-- Who edits a product names the edition that they read: of two at once the second is told. A sale or a review is no
-- edition.
alter table products add column edition integer not null default 1;
