-- Who used which offer, in the transaction of the order: under the offer's lock the limits are exact. An order that
-- comes to nothing gives its use back. Customers are known by account, or by a hash of their address.

create table offer_uses (
  order_id text primary key references orders on delete cascade,
  offer_id text not null references offers,
  user_id text references profiles on delete set null,
  email_hash text not null,
  at timestamptz(3) not null default now()
);
create index offer_uses_offer on offer_uses (offer_id, email_hash);
create index offer_uses_user on offer_uses (user_id, offer_id);
