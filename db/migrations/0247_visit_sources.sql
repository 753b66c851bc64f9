-- compatible
-- Visits per day and campaign or website that led to them. Empty if unknown.
create table visit_sources (
  day date not null,
  source text not null,
  medium text not null,
  campaign text not null,
  times bigint not null,
  primary key (day, source, medium, campaign)
);
