import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Cart (/cart)': {
    'An item list has quantity plus/minus and remove':
      'e2e/specification/2c-cart-and-checkout.spec.ts › a customer sees the cart count in the product list, and changes and removes items in the cart',
    'The cart has an order summary':
      'web/cart/cart-page.test.ts › the cart has an order summary with the total of its quote',
    'The cart has buttons to /checkout and /categories':
      'web/cart/cart-page.test.ts › the cart leads to the checkout and back to the products',
    "An empty cart shows 'Your Cart is Empty' with Continue Shopping to /categories":
      'web/cart/cart-page.test.ts › an empty cart says so and leads to the products',
  },
  '2 Checkout (/checkout)': {
    'A contact, shipping address and payment-method form': [
      'web/checkout/checkout-page.test.ts › the checkout has a contact, a shipping address, and a payment method',
      'web/checkout/checkout-page.test.ts › the payment methods are a card, which is the default, and a test order',
    ],
    'The checkout has an order summary':
      'web/checkout/checkout-page.test.ts › the checkout has an order summary with the total of its quote',
    'After a test order it shows an order-confirmed screen': [
      'web/checkout/checkout.test.ts › a test order needs its fields, keeps what was typed, and empties the cart',
      'web/checkout/checkout.test.ts › an empty cart has no checkout form, and nobody opens another shopper’s order',
    ],
    "An empty cart shows 'Your cart is empty' with Browse Products":
      'web/checkout/checkout.test.ts › an empty cart has no checkout form, and nobody opens another shopper’s order',
  },
} satisfies SpecificationSections
