import type { SpecificationSections } from '../find-tests.ts'

export default {
  Readings: {
    'Our own server has the tables profiles, products, cart_items, orders, order_items, and accounting.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Browsers use one HttpOnly, SameSite cookie, and no script can read a token.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'The access token lasts 1 h, the refresh token is single-use, and signing out ends the session on the server.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Every admin page but the login and the setup redirects anyone but an admin to /admin/login, the older layout to /login; the API returns 401 or 403.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Demoting the designated account is refused, with the reason.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    "The one-time setup works once: if an admin exists, it returns 'User Already Exists'.":
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'An alert is an accessible in-page alert, never window.alert.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'View Product on Home goes to /categories with that product in view and highlighted; its name links to /product/{id}.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    "The product detail is data, with real related products under 'You Might Also Like'.":
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    "Featured Products shows 'Coming Soon' until an admin features products.":
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'The two special offers really apply with the code in the banner; without a code the cart has the plain totals.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    "The search page has the heading 'SearchResults', 'Search query: {q}', and real, typo-tolerant results with filters.":
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Storage holds the bare region code or an object with countryCode; anything else is ignored; the cookie renders the right currency in the first byte.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'The API looks up the region on our server, never for a private address.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Passwords have at least 8 characters, and the most common are refused.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Addresses and settings are stored on the server, and checkout offers the saved addresses.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    '/admin/products, /admin/analytics, /reset-password, and /signup are built.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'The consultant says that it is a demonstration and that no image leaves the device.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Sign-up and reset give the same response for a known and an unknown email.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Only necessary cookies are set, so there is no banner.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'Opened in another browser, the confirmation link shows a page that asks for the password once.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'An unknown path returns status 404 and is logged without control characters.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
    'When the network fails, the texts are the same as for a failing server, and typed text stays.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
  },
} satisfies SpecificationSections
