import type { SpecificationSections } from '../find-tests.ts'

export default {
  Readings: {
    'Our own server has the tables profiles, products, cart_items, orders, order_items, and accounting.':
      'db/schema.test.ts › the specified tables exist',
    'Browsers use one HttpOnly, SameSite cookie, and no script can read a token.': [
      'web/account/session-cookie.test.ts › a browser has one session cookie, which no script can read, and no response contains it',
      'e2e/multiple-tabs.spec.ts › no script can read a token',
    ],
    'The access token lasts 1 h, the refresh token is single-use, and signing out ends the session on the server.':
      'api/sessions.test.ts › an access token lasts an hour, a refresh token is used once, and signing out ends the session',
    'Every admin page but the login and the setup redirects anyone but an admin to /admin/login, the older layout to /login; the API returns 401 or 403.':
      [
        'web/admin/admin-pages.test.ts › each layout sends guests and customers to its login, and the API answers 401 and 403',
        'web/admin/admin-pages.test.ts › the login of the back office and the setup stay open to guests',
      ],
    'Demoting the designated account is refused, with the reason.':
      'api/sessions.test.ts › the designated administrator’s role can’t be removed, and the reason is given',
    "The one-time setup works once: if an admin exists, it returns 'User Already Exists'.":
      'web/account/sign-in/admin-setup.test.ts › once there is an administrator, the setup is refused',
    'An alert is an accessible in-page alert, never window.alert.':
      'e2e/specification/readings-accounts-and-pages.spec.ts › Home sets only necessary cookies, shows contact details in the page, and View Product leads to the highlighted product in the list.',
    'View Product on Home goes to /categories with that product in view and highlighted; its name links to /product/{id}.':
      'e2e/specification/readings-accounts-and-pages.spec.ts › Home sets only necessary cookies, shows contact details in the page, and View Product leads to the highlighted product in the list.',
    "The product detail is data, with real related products under 'You Might Also Like'.":
      'demo/demo-store.test.ts › a product’s page shows what the API returns, and four other products',
    "Featured Products shows 'Coming Soon' until an admin features products.":
      'demo/demo-store.test.ts › Featured Products is coming soon, because no product is featured',
    'The two special offers really apply with the code in the banner; without a code the cart has the plain totals.':
      'demo/demo-store.test.ts › both offers of the home page apply with their code, and without a code nothing is taken off',
    "The search page has the heading 'SearchResults', 'Search query: {q}', and real, typo-tolerant results with filters.":
      [
        'web/storefront/search/search.test.ts › the page shows the query and its correction, and is not indexed',
        'web/storefront/search/search.test.ts › results are filtered by links',
      ],
    'Storage holds the bare region code or an object with countryCode; anything else is ignored; the cookie renders the right currency in the first byte.':
      [
        'web/storefront/region/choose-region.test.ts › pages are rendered in the currency of the region, which is the United States by default',
        'web/storefront/region/choose-region.test.ts › a forged region is ignored',
      ],
    'The API looks up the region on our server, never for a private address.':
      'api/region.test.ts › detects the region of the address that a trusted proxy forwards',
    'Passwords have at least 8 characters, and the most common are refused.':
      'api/sessions.test.ts › a password has at least 8 characters, and is not among the most common',
    'Addresses and settings are stored on the server, and checkout offers the saved addresses.':
      'web/checkout/checkout-address.test.ts › addresses and settings are stored on the server, and checkout offers the addresses',
    '/admin/products, /admin/analytics, /reset-password, and /signup are built.':
      'web/admin/admin-pages.test.ts › the products, the analytics, the sign-up, and the reset of a password have their pages',
    'The consultant says that it is a demonstration and that no image leaves the device.':
      'e2e/consultant.spec.ts › the consultant shows a mirror, waits three seconds, recommends three products, and sends no picture',
    'Sign-up and reset give the same response for a known and an unknown email.':
      'api/sessions.test.ts › sign-up and password recovery respond the same for a known and an unknown address',
    'Only necessary cookies are set, so there is no banner.':
      'e2e/specification/readings-accounts-and-pages.spec.ts › Home sets only necessary cookies, shows contact details in the page, and View Product leads to the highlighted product in the list.',
    'Opened in another browser, the confirmation link shows a page that asks for the password once.':
      'web/account/sign-in/confirm-email.test.ts › in another browser, the confirmation link asks for the password once',
    'An unknown path returns status 404 and is logged without control characters.': [
      'web/storefront/not-found.test.ts › an unknown path returns 404 with a link home and is logged',
      'web/storefront/not-found.test.ts › logged paths contain no terminal control characters',
    ],
    'When the network fails, the texts are the same as for a failing server, and typed text stays.':
      'e2e/specification/readings-accounts-and-pages.spec.ts',
  },
} satisfies SpecificationSections
