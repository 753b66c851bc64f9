import type { SpecificationSections } from '../find-tests.ts'

export default {
  "2 Orders (/orders) 'Your Orders' / 'Track and view your order history'": {
    "The titles are 'Your Orders' and 'Track and view your order history'":
      'web/orders/orders.test.ts › the titles are Your Orders and Track and view your order history',
    'Loading spinner':
      'e2e/specification/2g-orders-payment-search.spec.ts › Orders: a loading spinner, and the error state',
    "Error state 'Error Loading Orders' / 'Please try again later.'":
      'e2e/specification/2g-orders-payment-search.spec.ts › Orders: a loading spinner, and the error state',
    "Empty state 'You haven't placed any orders yet.'":
      'web/orders/orders.test.ts › an account without orders sees the empty state',
    "Otherwise one card per order: 'Order #{id}', 'Placed on {date}', an order status badge, 'Total: {formatted price}', '{n} items', and a payment status badge":
      'web/orders/orders.test.ts › each order has one card with its number, date, statuses, total, and number of items',
  },
  '2 Payment result (/payment-success)': {
    "Spinner 'Verifying your payment...'": 'e2e/specification/2g-orders-payment-search.spec.ts',
    "Success card 'Payment Successful!' with order id and amount; buttons 'Continue Shopping' (to /) and 'View Orders' (to /profile)":
      'web/checkout/payment-result.test.ts › a paid order shows its number and amount, with links to the shop and the orders',
    "Failure card 'Payment Failed' with 'Try Again' (to /checkout) and 'Back to Home'":
      'web/checkout/payment-result.test.ts › an unknown payment has failed, with links to the checkout and the home page',
  },
  '2 Search (/search?q={query})': {
    'The navigation search box submits only non-empty trimmed text':
      'e2e/specification/2g-orders-payment-search.spec.ts › The search box submits only non-empty trimmed text, URL-encoded',
    'It navigates with the URL-encoded text':
      'e2e/specification/2g-orders-payment-search.spec.ts › The search box submits only non-empty trimmed text, URL-encoded',
    "The page shows the heading 'SearchResults' and 'Search query: {q}'":
      'web/storefront/search/search.test.ts › the page shows the query and its correction, and is not indexed',
  },
} satisfies SpecificationSections
