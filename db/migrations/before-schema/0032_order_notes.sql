-- What those who pack write to each other about an order. No shopper sees it.

create table order_notes (
  id bigint generated always as identity primary key,
  order_id text not null references orders on delete cascade,
  actor_id text,
  note text not null check (note <> ''),
  at timestamptz(3) not null default now()
);
create index order_notes_order on order_notes (order_id, id);
