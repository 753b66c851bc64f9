import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Cart (/cart)': {
    'An item list has quantity plus/minus and remove': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    'The cart has an order summary': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    'The cart has buttons to /checkout and /categories': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    "An empty cart shows 'Your Cart is Empty' with Continue Shopping to /categories":
      'e2e/specification/2c-cart-and-checkout.spec.ts',
  },
  '2 Checkout (/checkout)': {
    'A contact, shipping address and payment-method form': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    'The checkout has an order summary': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    'After a test order it shows an order-confirmed screen': 'e2e/specification/2c-cart-and-checkout.spec.ts',
    "An empty cart shows 'Your cart is empty' with Browse Products":
      'e2e/specification/2c-cart-and-checkout.spec.ts',
  },
} satisfies SpecificationSections
