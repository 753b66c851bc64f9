import type { SpecificationSections } from '../find-tests.ts'

export default {
  '1 What the product does and for whom': {
    'Customers sign up and sign in with email and password, or with a Google account':
      'e2e/specification/1a-what-it-does.spec.ts',
    'Customers browse products by category, search, keep a cart, check out, view their orders and manage a profile':
      'e2e/specification/1a-what-it-does.spec.ts',
    'Checkout has two payment methods: a card payment provider (the default), or a simulated demo payment (a test order)':
      'e2e/specification/1a-what-it-does.spec.ts',
    'Prices are shown in a regional currency': 'e2e/specification/1a-what-it-does.spec.ts',
    'Administrators use a back office for users, orders, accounting entries and uploaded media':
      'e2e/specification/1a-what-it-does.spec.ts',
    'A single designated administrator email exists': 'e2e/specification/1a-what-it-does.spec.ts',
    'A floating camera-based beauty consultant appears on the home page':
      'e2e/specification/1a-what-it-does.spec.ts',
    'The consultant is simulated: after a 3 second wait it returns three fixed product recommendations':
      'e2e/specification/1a-what-it-does.spec.ts',
    'The top navigation bar has: brand title and tagline, Home, Categories, Cart with an item-count badge, a region/currency selector, a product search box, Login':
      'e2e/specification/1a-what-it-does.spec.ts',
    'The top navigation bar has Logout and Profile for a signed-in customer':
      'e2e/specification/1a-what-it-does.spec.ts',
    'Profile is labelled Admin for admins, and an Admin Panel button is for admins only':
      'e2e/specification/1a-what-it-does.spec.ts',
    'Customer Service shows an alert with a support phone number and a support email':
      'e2e/specification/1a-what-it-does.spec.ts',
    'The search page shows the actual results': 'e2e/specification/1a-what-it-does.spec.ts',
  },
} satisfies SpecificationSections
