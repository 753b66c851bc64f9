import type { SpecificationSections } from '../find-tests.ts'

export default {
  Readings: {
    "A guest's cart is merged into the account's cart exactly once: quantities add up, capped by stock.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    'The store never sells stock it does not have, and allows 20 units per line.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'One server-made quote is what the cart shows, the card provider charges, and the order stores, exact to the minor unit.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'In India the quote is in whole rupees, so the price shown is the price charged.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    "The payment result shows the symbol of the order's currency.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    "A card order is written as 'pending' with its stock held before the browser is sent to the provider, and paid exactly once.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    'A test order keeps its payment pending and posts nothing to the books.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'The seeded pending orders are paid and waiting to be packed.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'A guest order has no user, and its page never opens by number alone.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    "Every order has a unique number of 'EB' and at least 6 digits, which 'Order #{id}' shows.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    'Orders go from pending to processing, shipped, and delivered, and in no other order; for 30 days after delivery a return can be requested.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    "The order's owner can cancel until it ships, which returns the stock.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    "The country comes from the region and is stored on the order; the ZIP code has that country's format.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    "total_amount and items[].price are in the order's currency, with lowercase codes.":
      'e2e/specification/readings-orders-and-money.spec.ts',
    'Paid orders and refunds post their own accounting entries, never twice.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'The bytes decide the file type, not the name, and an SVG can never run script.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'HTML and API responses are revalidated by ETag.': 'e2e/specification/readings-orders-and-money.spec.ts',
    'For an administrator, the orders are all orders, each with its customer and a link to /admin/orders.':
      'e2e/specification/readings-orders-and-money.spec.ts',
    'Shades and sizes of one family count once: 24 cards in the list.':
      'e2e/specification/readings-orders-and-money.spec.ts',
  },
} satisfies SpecificationSections
