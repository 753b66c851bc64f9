import type { SpecificationSections } from '../find-tests.ts'

export default {
  Readings: {
    "A guest's cart is merged into the account's cart exactly once: quantities add up, capped by stock.":
      'api/order-flow.test.ts › a guest’s cart is merged into the account’s cart once: quantities add up, capped by stock',
    'The store never sells stock it does not have, and allows 20 units per line.':
      'web/checkout/card-orders.test.ts › a checkout of more than the stock, or of more than 20 of a product, is refused',
    'One server-made quote is what the cart shows, the card provider charges, and the order stores, exact to the minor unit.':
      [
        'web/checkout/card-orders.test.ts › the quote is what the cart shows, the card provider charges, and the order stores',
        'e2e/cart.spec.ts › a guest sees, changes, and empties the cart in every tab',
      ],
    'In India the quote is in whole rupees, so the price shown is the price charged.':
      'api/prices.test.ts › a quote in India is in whole rupees',
    "The payment result shows the symbol of the order's currency.":
      'web/checkout/card-orders.test.ts › a payment from $region shows its amount with two decimals and the symbol of its currency',
    "A card order is written as 'pending' with its stock held before the browser is sent to the provider, and paid exactly once.":
      'web/checkout/card-orders.test.ts › an order is pending with its stock held before the shopper pays, and is paid and booked once',
    'A test order keeps its payment pending and posts nothing to the books.':
      'api/order-flow.test.ts › a test order keeps its payment pending, and nothing is booked for it',
    'The seeded pending orders are paid and waiting to be packed.':
      'demo/demo-store.test.ts › the pending orders are paid and wait to be packed',
    'A guest order has no user, and its page never opens by number alone.':
      'web/checkout/card-orders.test.ts › a guest’s order has no user, and no one opens it by its number or ID alone',
    "Every order has a unique number of 'EB' and at least 6 digits, which 'Order #{id}' shows.":
      'demo/demo-store.test.ts › every order has a number of its own, EB and at least six digits, which the shopper sees',
    'Orders go from pending to processing, shipped, and delivered, and in no other order; for 30 days after delivery a return can be requested.':
      'api/order-flow.test.ts › an order is processed, shipped, and delivered in this order only, and returned once it is delivered',
    "The order's owner can cancel until it ships, which returns the stock.": [
      'api/order-flow.test.ts › a cancelled order returns its stock',
      'api/order-flow.test.ts › an order is processed, shipped, and delivered in this order only, and returned once it is delivered',
    ],
    "The country comes from the region and is stored on the order; the ZIP code has that country's format.": [
      'api/order-flow.test.ts › an order from %s stores its country',
      'web/checkout/checkout-address.test.ts › the postal code has the format of the region’s country',
    ],
    "total_amount and items[].price are in the order's currency, with lowercase codes.":
      'demo/demo-store.test.ts › the amounts of every order are in its currency, and its items add up to the subtotal',
    'Paid orders and refunds post their own accounting entries, never twice.':
      'demo/demo-store.test.ts › sales and refunds are booked, each of them once',
    'The bytes decide the file type, not the name, and an SVG can never run script.':
      'api/admin/storage/storage-list.test.ts › the bytes decide the type of a file, not its name, and an SVG never runs a script',
    'HTML and API responses are revalidated by ETag.': [
      'api/catalog/products.test.ts › and each product are revalidated by ETag, but not stored in the page cache',
      'server/start.test.ts › every page lists its scripts in its content security policy, and supports conditional requests',
    ],
    'For an administrator, the orders are all orders, each with its customer and a link to /admin/orders.':
      'demo/demo-store.test.ts › an administrator’s orders each have their customer and a link to the back office',
    'Shades and sizes of one family count once: 24 cards in the list.':
      'demo/demo-store.test.ts › shades and sizes of one family count once: the list has 24 cards',
  },
} satisfies SpecificationSections
