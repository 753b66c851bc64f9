import type { SpecificationSections } from '../find-tests.ts'

export default {
  "2 Orders (/orders) 'Your Orders' / 'Track and view your order history'": {
    "The titles are 'Your Orders' and 'Track and view your order history'":
      'e2e/specification/2g-orders-payment-search.spec.ts',
    'Loading spinner': 'e2e/specification/2g-orders-payment-search.spec.ts',
    "Error state 'Error Loading Orders' / 'Please try again later.'":
      'e2e/specification/2g-orders-payment-search.spec.ts',
    "Empty state 'You haven't placed any orders yet.'": 'e2e/specification/2g-orders-payment-search.spec.ts',
    "Otherwise one card per order: 'Order #{id}', 'Placed on {date}', an order status badge, 'Total: {formatted price}', '{n} items', and a payment status badge":
      'e2e/specification/2g-orders-payment-search.spec.ts',
  },
  '2 Payment result (/payment-success)': {
    "Spinner 'Verifying your payment...'": 'e2e/specification/2g-orders-payment-search.spec.ts',
    "Success card 'Payment Successful!' with order id and amount; buttons 'Continue Shopping' (to /) and 'View Orders' (to /profile)":
      'e2e/specification/2g-orders-payment-search.spec.ts',
    "Failure card 'Payment Failed' with 'Try Again' (to /checkout) and 'Back to Home'":
      'e2e/specification/2g-orders-payment-search.spec.ts',
  },
  '2 Search (/search?q={query})': {
    'The navigation search box submits only non-empty trimmed text':
      'e2e/specification/2g-orders-payment-search.spec.ts',
    'It navigates with the URL-encoded text': 'e2e/specification/2g-orders-payment-search.spec.ts',
    "The page shows the heading 'SearchResults' and 'Search query: {q}'":
      'e2e/specification/2g-orders-payment-search.spec.ts',
  },
} satisfies SpecificationSections
