-- Analytics adds up what a period's gift cards sold for and paid.
create index gift_card_movements_lately on gift_card_movements (created_at)
  where reason in ('sold', 'redeemed', 'released');
