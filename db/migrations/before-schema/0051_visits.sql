-- How often pages were opened and what was searched for, by day: counts alone, of nobody in particular.

create table page_counts (
  day date not null,
  region text not null,
  what text not null check (what in ('visit', 'product', 'checkout')),
  times bigint not null,
  primary key (day, region, what)
);

create table searched (
  day date not null,
  term text not null check (term <> '' and length(term) <= 60),
  times bigint not null,
  -- whether anything was found when it was last looked for
  found boolean,
  primary key (day, term)
);
