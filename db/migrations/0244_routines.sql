-- Products of one line suggest each other in the cart, in the order of their steps.
alter table products add column line text check (line <> '');
alter table products add column routine_step integer check (routine_step > 0);
