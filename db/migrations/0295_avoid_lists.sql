-- compatible
-- What a customer avoids. It may say something about their health, so it is stored only with consent.
create table avoid_lists (
  profile_id text primary key references profiles on delete cascade,
  groups text[] not null default '{}' check (groups <@ '{fragrance,drying-alcohol,silicones,parabens,sulfates,mineral-oil,animal-derived}'),
  -- The version of the text that the customer agreed to.
  consent text not null,
  consented_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table avoid_list_ingredients (
  profile_id text not null references avoid_lists on delete cascade,
  substance_id text not null references substances on delete cascade,
  primary key (profile_id, substance_id)
);
create index avoid_list_ingredients_substance on avoid_list_ingredients (substance_id);
