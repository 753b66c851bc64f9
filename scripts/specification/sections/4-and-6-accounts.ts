import type { SpecificationSections } from '../find-tests.ts'

export default {
  '4 States and transitions': {
    'Loading starts true and becomes false once the initial session and profile fetch finish.':
      'e2e/specification/4-and-6-accounts.spec.ts › a page is loading until it has the profile, which is cleared on sign-out',
    'After a sign-in event the profile is fetched following a 500 ms delay.':
      'e2e/specification/4-and-6-accounts.spec.ts',
    'On sign-out the profile is cleared and admin status is false.':
      'e2e/specification/4-and-6-accounts.spec.ts › a page is loading until it has the profile, which is cleared on sign-out',
    'Sign-up requires email confirmation; the confirmation link returns to the site root.':
      'web/account/sign-in/new-account.test.ts › a new account is confirmed by a link to the home page, and starts with one sample address',
    'Signed out goes to signed in, then redirects by role.': [
      'web/account/sign-in/login.test.ts › a customer signs in at either address, is welcomed on the home page, and has no login anymore',
      'web/account/sign-in/login.test.ts › an administrator is redirected to the back office',
    ],
    'Guests keep the cart in browser storage under the key cart.':
      'e2e/specification/4-and-6-accounts.spec.ts › a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in',
    'Signed-in users keep the cart in the backend; adding an existing product increases its quantity, 0 removes the item, and clear cart deletes all rows.':
      'api/cart.test.ts › the cart has one row for each product, also after additions at the same time, and none once it is cleared',
    "Setting a quantity to 0 or less removes the item ('Item removed').":
      'e2e/specification/4-and-6-accounts.spec.ts › a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in',
    "The cart page offers a local cart to anonymous users and prompts login to add ('Login to Add').":
      'e2e/specification/4-and-6-accounts.spec.ts › a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in',
  },
  '6 Roles and permissions': {
    'The roles are user (customer) and admin, stored on the profile.':
      'api/demo-store.test.ts › the roles are user and admin, stored on the profile',
    'Admin is true when the profile email equals the designated admin email or the role is admin.':
      'api/auth.test.ts › the designated email address and a promoted user are administrators, with the names of the specification',
    'Sign-up metadata cannot make anyone but the designated email an admin.':
      'api/auth.test.ts › sign-up metadata sets the name but cannot make an administrator',
    "The full_name is 'Admin User' for the admin email and 'Customer' for others.": [
      'api/auth.test.ts › the designated email address and a promoted user are administrators, with the names of the specification',
      'api/demo-store.test.ts › the roles are user and admin, stored on the profile',
    ],
    'A guest can browse, search, keep a local cart, and sees Login.': [
      'web/roles.test.ts › a guest browses and searches, and sees Login',
      'e2e/specification/4-and-6-accounts.spec.ts › a guest’s cart is kept in browser storage under the key cart, and the cart page suggests to log in',
    ],
    'A signed-in user has a server-backed cart and sees Profile and Logout.':
      'web/roles.test.ts › a signed-in user has a server-backed cart, and sees Profile and Logout',
    'A signed-in user sees only their own orders.':
      'api/orders.test.ts › a shopper cannot see or cancel another shopper’s order',
    'An admin sees the Admin Panel button, the Admin label on the profile button, and all orders.': [
      'web/roles.test.ts › an administrator sees the Admin Panel button, and the Admin label on the profile button',
      'api/demo-store.test.ts › an administrator sees the orders of every customer, and all profiles, newest first',
    ],
    "An admin changes any user's role.":
      'web/admin/customers/user-management.test.ts › a role is changed with the administrator’s password',
    'The older admin layout redirects non-admins to /login.':
      'web/roles.test.ts › the older admin layout redirects everyone but administrators to /login',
  },
} satisfies SpecificationSections
