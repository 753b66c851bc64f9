-- Home shows the newest products that have a photo, however many have none.

create index products_pictured_newest on products (created_at desc, id desc) where images -> 0 is not null;
