import type { SpecificationSections } from '../find-tests.ts'

export default {
  '2 Route table': {
    '/ is Home': 'e2e/specification/2a-routes.spec.ts',
    '/categories is the product listing': 'e2e/specification/2a-routes.spec.ts',
    '/product/{id} is the product detail, and the id parameter is read':
      'e2e/specification/2a-routes.spec.ts',
    '/cart is the Cart': 'e2e/specification/2a-routes.spec.ts',
    '/checkout is the Checkout': 'e2e/specification/2a-routes.spec.ts',
    '/profile is My Profile': 'e2e/specification/2a-routes.spec.ts',
    '/orders is the order history': 'e2e/specification/2a-routes.spec.ts',
    '/search?q={query} is the search page': 'e2e/specification/2a-routes.spec.ts',
    '/customer/login and /login are the customer sign-in (combined screen)':
      'e2e/specification/2a-routes.spec.ts',
    '/signup is the customer sign-up': 'e2e/specification/2a-routes.spec.ts',
    '/admin/login is the admin sign-in': 'e2e/specification/2a-routes.spec.ts',
    '/setup and /admin/setup are the one-time admin setup': 'e2e/specification/2a-routes.spec.ts',
    '/admin/* is the admin area, and /legacy-admin/* is the older admin area':
      'e2e/specification/2a-routes.spec.ts',
    '/payment-success is the payment result page, which reads the query parameter session_id':
      'e2e/specification/2a-routes.spec.ts',
    "Any other path is the 404 page 'Oops! Page not found' with link 'Return to Home'":
      'e2e/specification/2a-routes.spec.ts',
    'The unknown path is logged': 'e2e/specification/2a-routes.spec.ts',
    "The separate sign-up screen is titled 'Sign Up for Eternal Beauty'":
      'e2e/specification/2a-routes.spec.ts',
    'Storefront pages share a header and a gradient page frame': 'e2e/specification/2a-routes.spec.ts',
    'The return addresses are /payment-success after card payment and /checkout on cancel':
      'e2e/specification/2a-routes.spec.ts',
    'The return address of a password reset is /reset-password': 'e2e/specification/2a-routes.spec.ts',
  },
} satisfies SpecificationSections
