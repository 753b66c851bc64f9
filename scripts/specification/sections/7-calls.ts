import type { SpecificationSections } from '../find-tests.ts'

export default {
  '7 Authentication': {
    'Sign in with password sends {email, password} and starts a session.': [
      'api/accounts.test.ts › an API client signs in, reads its user, and signs out on the server',
      'api/accounts.test.ts › a wrong password returns the authentication library’s message as JSON',
    ],
    'Sign up sends {email, password, options: {emailRedirectTo, data: {full_name}}}; the response has the user with id and email_confirmed_at.':
      [
        'api/auth.test.ts › sign-up responds with the unconfirmed user, and its email leads to the store, not to emailRedirectTo',
        'api/auth.test.ts › sign-up metadata sets the name but cannot make an administrator',
      ],
    'Sign out ends the session; get session and get current user return the user while signed in.':
      'api/auth.test.ts › a browser’s session returns the user until it is signed out',
    'The password reset email leads to /reset-password.':
      'api/auth.test.ts › the password reset email leads to /reset-password',
    'Google sign-in without a provider returns to the login page of the site origin.':
      'web/account/sign-in/google-sign-in.test.ts › without Google, or with a forged answer, the sign-in page says so',
  },
  '7 Profiles': {
    'One profile is selected by id, with all columns.':
      'api/accounts.test.ts › a shopper updates their profile, but not its email, role, or ID',
    'All profiles are selected ordered by created_at descending.': [
      'api/demo-store.test.ts › an administrator sees the orders of every customer, and all profiles, newest first',
      'api/accounts.test.ts › an administrator lists profiles page by page, newest first',
    ],
    'User management updates role and updated_at by id.':
      'api/auth.test.ts › the designated email address and a promoted user are administrators, with the names of the specification',
  },
  '7 Products': {
    'Products where in_stock is true are selected ordered by created_at descending.': [
      'api/demo-store.test.ts › products in stock are listed newest first',
      'api/catalog/products.test.ts › filters by category and stock',
    ],
  },
  '7 Cart (signed-in)': {
    'Cart items are selected where user_id equals the user, joined with products, only when signed in.': [
      'api/cart.test.ts › a cart item is joined with its product',
      'api/cart.test.ts › every cart endpoint requires a session',
    ],
    'A cart has one cart_items row for each user_id and product_id.':
      'api/cart.test.ts › the cart has one row for each product, also after additions at the same time, and none once it is cleared',
    'The quantity is updated by id, and rows are deleted by id or all by user_id; another user’s row is not found.':
      'api/cart.test.ts › an item is changed and deleted by its ID, and another shopper’s item is not found',
  },
  '7 Orders': {
    'Orders are selected with nested items ordered by created_at descending, only when logged in.':
      'api/demo-store.test.ts › a customer’s own orders are listed with their items, newest first, and only after sign-in',
    'Orders are filtered by user_id for non-admins.': [
      'api/demo-store.test.ts › a customer’s own orders are listed with their items, newest first, and only after sign-in',
      'api/demo-store.test.ts › an administrator sees the orders of every customer, and all profiles, newest first',
    ],
    "Creating an order inserts {user_id, total_amount, shipping_address, status: 'pending'} and its order_items {order_id, product_id, quantity, price}.":
      'api/orders.test.ts › a test order is priced, reduces stock, and empties the cart',
  },
  '7 Payment functions': {
    'create-stripe-checkout takes {amount, currency, items, shipping_address, customer_email, success_url, cancel_url}; its url is used to redirect, and amounts of the client are ignored.':
      'api/payments.test.ts › create-stripe-checkout ignores the amounts and URLs of the client',
    'verify-stripe-payment takes {session_id} and returns success, order_id, and amount_total.':
      'api/payments.test.ts › verify-stripe-payment returns success, the order, and its total in minor units',
  },
  '7 Accounting': {
    'Accounting is selected ordered by entry_date descending; an insert takes {description, amount}.':
      'api/admin/products.test.ts › an API client adds and lists accounting entries',
  },
  '7 Storage': {
    'The bucket admin-uploads lists 100 files by created_at descending, stores uploads under a generated name with the extension, and removes them; each has a public URL.':
      'api/admin/storage/storage.test.ts › a document gets a generated name and a public URL, is listed newest first, and is removed',
    'The bucket admin_uploads lists the folder pictures/ and stores uploads as pictures/{random}.{ext}; the two buckets are separate.':
      'api/admin/storage/storage.test.ts › the bucket admin_uploads lists its folder pictures/, apart from the other bucket',
  },
  '7 Region detection': {
    'The page asks for the region once, and falls back to the browser timezone.': [
      'api/region.test.ts › detects the region of the address that a trusted proxy forwards',
      'e2e/region-detection.spec.ts › without a lookup, the region is the saved one, that of the time zone, or the United States',
    ],
  },
} satisfies SpecificationSections
