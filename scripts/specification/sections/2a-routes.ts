import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Route table': {
    '/ is Home':
      'web/routes.test.ts › the home page, the product list, a product, and the search open at their paths',
    '/categories is the product listing':
      'web/routes.test.ts › the home page, the product list, a product, and the search open at their paths',
    '/product/{id} is the product detail, and the id parameter is read':
      'web/routes.test.ts › the home page, the product list, a product, and the search open at their paths',
    '/cart is the Cart':
      'web/routes.test.ts › customers browse by category, search, keep a cart, check out, view their orders, and manage a profile',
    '/checkout is the Checkout':
      'web/routes.test.ts › customers browse by category, search, keep a cart, check out, view their orders, and manage a profile',
    '/profile is My Profile':
      'web/routes.test.ts › customers browse by category, search, keep a cart, check out, view their orders, and manage a profile',
    '/orders is the order history':
      'web/routes.test.ts › customers browse by category, search, keep a cart, check out, view their orders, and manage a profile',
    '/search?q={query} is the search page':
      'web/routes.test.ts › the home page, the product list, a product, and the search open at their paths',
    '/customer/login and /login are the customer sign-in (combined screen)':
      'web/routes.test.ts › the sign-in, the sign-up, and the one-time setup open at their paths',
    '/signup is the customer sign-up':
      'web/routes.test.ts › the sign-in, the sign-up, and the one-time setup open at their paths',
    '/admin/login is the admin sign-in':
      'web/routes.test.ts › the sign-in, the sign-up, and the one-time setup open at their paths',
    '/setup and /admin/setup are the one-time admin setup':
      'web/routes.test.ts › the sign-in, the sign-up, and the one-time setup open at their paths',
    '/admin/* is the admin area, and /legacy-admin/* is the older admin area':
      'web/routes.test.ts › the admin area and the older admin area open at their paths',
    '/payment-success is the payment result page, which reads the query parameter session_id':
      'web/checkout/payment-success.test.ts › the payment result page reads the query parameter session_id',
    "Any other path is the 404 page 'Oops! Page not found' with link 'Return to Home'":
      'web/storefront/not-found.test.ts › an unknown path returns 404 with a link home and is logged',
    'The unknown path is logged':
      'web/storefront/not-found.test.ts › an unknown path returns 404 with a link home and is logged',
    "The separate sign-up screen is titled 'Sign Up for Eternal Beauty'":
      'web/routes.test.ts › the sign-in, the sign-up, and the one-time setup open at their paths',
    'Storefront pages share a header and a gradient page frame': [
      'web/routes.test.ts › storefront pages share a header and a page frame',
      'e2e/specification/1a-what-it-does.spec.ts › the home page has a gradient frame, and a button of the consultant that stays in view and opens its camera',
    ],
    'The return addresses are /payment-success after card payment and /checkout on cancel':
      'web/checkout/payment-success.test.ts › the card provider returns to the checkout on cancel, and to the payment’s result once paid',
    'The return address of a password reset is /reset-password':
      'web/account/sign-in/login.test.ts › a forgotten password is reset by a link that works once',
  },
} satisfies SpecificationSections
