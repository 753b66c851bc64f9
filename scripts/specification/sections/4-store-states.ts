import type { SpecificationSections } from '../find-tests.ts'

export default {
  '4 States and transitions': {
    'A manual region choice is stored and wins, and changing region via the selector reloads the page.': [
      'e2e/region-detection.spec.ts › a chosen region overrides detection and skips the lookup',
      'web/storefront/demo-pages.test.ts › choosing %s changes every price, also on the next visit',
    ],
    'Without a manual choice the detected region is used; otherwise the default is US.': [
      'e2e/region-detection.spec.ts › the detected region changes prices without a layout shift and applies to the next response',
      'e2e/region-detection.spec.ts › without a lookup, the region is the saved one, that of the time zone, or the United States',
      'web/storefront/region/choose-region.test.ts › pages are rendered in the currency of the region, which is the United States by default',
    ],
    "An order is created as 'pending', and 'delivered' is styled differently.": [
      'api/orders.test.ts › a test order is priced, reduces stock, and empties the cart',
      'web/orders/order-card.test.ts › in the list of orders, a delivered order has a dot of another color than any other status',
    ],
    'The payment page is verifying, then success, or failed without a session_id.':
      'e2e/specification/8-shopper-errors.spec.ts › The payment page is verifying, then successful or failed, and shows each result as a toast.',
    "A test order leads to the order-confirmed screen, its number is 'EB' plus 6 digits, and the cart is cleared.":
      'web/checkout/checkout.test.ts › a test order needs its fields, keeps what was typed, and empties the cart',
    'After an upload the file list refreshes and the selection clears.':
      'e2e/admin-files.spec.ts › files are uploaded, rejected, copied as URLs, and deleted, and pictures get alt text',
    'The AI consultant starts the camera on open, analyzes for 3 seconds, shows results, and on close stops the camera and clears the recommendations.':
      'e2e/consultant.spec.ts › the consultant shows a mirror, waits three seconds, recommends three products, and sends no picture',
    'The address form is closed on cancel and on save.':
      'web/account/profile/profile.test.ts › addresses are added, edited, made the default, and deleted',
    'The first address added to an empty list becomes default; setting a default makes exactly one address default; deleting removes it without reassigning the default.':
      'api/accounts.test.ts › the first address becomes the default; deleting the default leaves none',
    'Admin setup redirects to /login 2 seconds after it found an existing account.':
      'e2e/specification/8-other-errors.spec.ts › Admin setup shows its errors as toasts, and opens the login 2 seconds after it found an account.',
    'The login screen has the modes sign in, sign up and forgot password.':
      'web/account/sign-in/login.test.ts › each mode of the login has its own form, without what was typed in another',
    'The admin login has the modes login and create account.':
      'web/account/sign-in/admin-login.test.ts › the admin login requires both fields and refuses anyone else, also as a new account',
    "The deployment is ready when no critical item is not complete; currently the payments item is 'warning'.":
      [
        'core/readiness/checks.server.test.ts › a store is ready when every critical check is complete',
        'web/admin/dashboard/readiness.test.ts › the dashboard says that the store is not ready and leads to the checks, where card payments have a warning',
      ],
  },
} satisfies SpecificationSections
