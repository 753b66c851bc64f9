-- Who read personal data: one row per reader, day, list, and way, whose records are added up.
create table personal_data_reads (
  id bigint generated always as identity primary key,
  reader_id text not null,
  day date not null,
  data text not null check (data in ('orders', 'customers', 'newsletter', 'returns', 'reviews')),
  way text not null check (way in ('record', 'list', 'print', 'export', 'approved-export')),
  records bigint not null check (records > 0),
  unique (reader_id, day, data, way)
);
create index personal_data_reads_day on personal_data_reads (day);
