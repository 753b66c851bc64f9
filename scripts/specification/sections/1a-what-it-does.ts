import type { SpecificationSections } from '../find-tests.ts'

export default {
  '1 What the product does and for whom': {
    'Customers sign up and sign in with email and password, or with a Google account':
      'web/account/sign-in/sign-in-methods.test.ts › customers sign up and sign in with email and password, or with a Google account',
    'Customers browse products by category, search, keep a cart, check out, view their orders and manage a profile':
      'web/routes.test.ts › customers browse by category, search, keep a cart, check out, view their orders, and manage a profile',
    'Checkout has two payment methods: a card payment provider (the default), or a simulated demo payment (a test order)':
      'web/checkout/checkout-page.test.ts › the payment methods are a card, which is the default, and a test order',
    'Prices are shown in a regional currency':
      'web/storefront/region/choose-region.test.ts › every price of the list is in the currency of the chosen region',
    'Administrators use a back office for users, orders, accounting entries and uploaded media':
      'web/routes.test.ts › administrators use a back office for users, orders, accounting entries, and uploaded media',
    'A single designated administrator email exists':
      'web/account/sign-in/admin-setup-link.test.ts › a one-time setup screen creates the first administrator, whose email address is fixed',
    'A floating camera-based beauty consultant appears on the home page':
      'e2e/specification/1a-what-it-does.spec.ts › the home page has a gradient frame, and a button of the consultant that stays in view and opens its camera',
    'The consultant is simulated: after a 3 second wait it returns three fixed product recommendations':
      'e2e/consultant.spec.ts › the consultant shows a mirror, waits three seconds, recommends three products, and sends no picture',
    'The top navigation bar has: brand title and tagline, Home, Categories, Cart with an item-count badge, a region/currency selector, a product search box, Login':
      [
        'web/storefront/store-header.test.ts › the header has the brand, Home, Categories, Cart, a region, a search box, and Login for a guest',
        'e2e/specification/2b-home-and-products.spec.ts › a guest opens a product’s pictures, chooses a quantity from 1, adds it to the cart, and sees it in the header and the cart summary',
      ],
    'The top navigation bar has Logout and Profile for a signed-in customer':
      'web/storefront/store-header.test.ts › the header has Profile and Logout for a customer',
    'Profile is labelled Admin for admins, and an Admin Panel button is for admins only': [
      'web/storefront/store-header.test.ts › for an administrator, the header names the profile Admin and has an Admin Panel',
      'web/storefront/store-header.test.ts › the header has Profile and Logout for a customer',
    ],
    'Customer Service shows an alert with a support phone number and a support email': [
      'web/storefront/store-header.test.ts › Customer Service shows an alert with the phone number and the email of the support',
      'e2e/site-header.spec.ts › Customer Service shows the contact details from the header and the sheet',
    ],
    'The search page shows the actual results':
      'web/storefront/search/search.test.ts › the search page shows the products that match',
  },
} satisfies SpecificationSections
