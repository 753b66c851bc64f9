-- compatible
create index concurrently products_line_steps on products (line, routine_step, position, id)
  where status = 'published' and line is not null;
