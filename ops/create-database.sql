-- Patroni runs this once, on the first primary. shop_owner migrates; shop reads and writes rows.
create role shop_owner login password '${OWNER_PASSWORD}';
create role shop login password '${SHOP_PASSWORD}';
create database shop owner shop_owner;
