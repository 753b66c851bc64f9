-- Where the visit that led to an order came from. Orders without a row came directly, or it is unknown.
create table order_sources (
  order_id text primary key references orders on delete cascade,
  source text check (source ~ '^[^@<>[:cntrl:]]{1,100}$'),
  medium text check (medium ~ '^[^@<>[:cntrl:]]{1,100}$'),
  campaign text check (campaign ~ '^[^@<>[:cntrl:]]{1,100}$'),
  ref text check (ref ~ '^[^@<>[:cntrl:]]{1,100}$'),
  referrer text check (referrer ~ '^[a-z0-9.-]{1,253}$'),
  constraint order_sources_not_empty check (num_nonnulls(source, medium, campaign, ref, referrer) > 0)
);
