import type { SpecificationSections } from '../find-tests.ts'

export default {
  '4 States and transitions': {
    'Loading starts true and becomes false once the initial session and profile fetch finish.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'After a sign-in event the profile is fetched following a 500 ms delay.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'On sign-out the profile is cleared and admin status is false.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'Sign-up requires email confirmation; the confirmation link returns to the site root.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'Signed out goes to signed in, then redirects by role.': 'e2e/specification/4-and-6-accounts.spec.ts',
    'Guests keep the cart in browser storage under the key cart.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'Signed-in users keep the cart in the backend; adding an existing product increases its quantity, 0 removes the item, and clear cart deletes all rows.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    "Setting a quantity to 0 or less removes the item ('Item removed').":
      'e2e/specification/4-and-6-accounts.spec.ts',
    "The cart page offers a local cart to anonymous users and prompts login to add ('Login to Add').":
      'e2e/specification/4-and-6-accounts.spec.ts',
  },
  '6 Roles and permissions': {
    'The roles are user (customer) and admin, stored on the profile.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'Admin is true when the profile email equals the designated admin email or the role is admin.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'Sign-up metadata cannot make anyone but the designated email an admin.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    "The full_name is 'Admin User' for the admin email and 'Customer' for others.":
      'e2e/specification/4-and-6-accounts.spec.ts',
    'A guest can browse, search, keep a local cart, and sees Login.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'A signed-in user has a server-backed cart and sees Profile and Logout.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'A signed-in user sees only their own orders.': 'e2e/specification/4-and-6-accounts.spec.ts',
    'An admin sees the Admin Panel button, the Admin label on the profile button, and all orders.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    "An admin changes any user's role.": 'e2e/specification/4-and-6-accounts.spec.ts',
    'The older admin layout redirects non-admins to /login.': 'e2e/specification/4-and-6-accounts.spec.ts',
  },
} satisfies SpecificationSections
