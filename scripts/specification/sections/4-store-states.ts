import type { SpecificationSections } from '../find-tests.ts'

export default {
  '4 States and transitions': {
    'A manual region choice is stored and wins, and changing region via the selector reloads the page.':
      'e2e/specification/4-store-states.spec.ts',
    'Without a manual choice the detected region is used; otherwise the default is US.':
      'e2e/specification/4-store-states.spec.ts',
    "An order is created as 'pending', and 'delivered' is styled differently.":
      'e2e/specification/4-store-states.spec.ts',
    'The payment page is verifying, then success, or failed without a session_id.':
      'e2e/specification/4-store-states.spec.ts',
    "A test order leads to the order-confirmed screen, its number is 'EB' plus 6 digits, and the cart is cleared.":
      'e2e/specification/4-store-states.spec.ts',
    'After an upload the file list refreshes and the selection clears.':
      'e2e/specification/4-store-states.spec.ts',
    'The AI consultant starts the camera on open, analyzes for 3 seconds, shows results, and on close stops the camera and clears the recommendations.':
      'e2e/specification/4-store-states.spec.ts',
    'The address form is closed on cancel and on save.': 'e2e/specification/4-store-states.spec.ts',
    'The first address added to an empty list becomes default; setting a default makes exactly one address default; deleting removes it without reassigning the default.':
      'e2e/specification/4-store-states.spec.ts',
    'Admin setup redirects to /login 2 seconds after it found an existing account.':
      'e2e/specification/4-store-states.spec.ts',
    'The login screen has the modes sign in, sign up and forgot password.':
      'e2e/specification/4-store-states.spec.ts',
    'The admin login has the modes login and create account.': 'e2e/specification/4-store-states.spec.ts',
    "The deployment is ready when no critical item is not complete; currently the payments item is 'warning'.":
      'e2e/specification/4-store-states.spec.ts',
  },
} satisfies SpecificationSections
