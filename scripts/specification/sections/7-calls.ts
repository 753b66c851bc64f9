import type { SpecificationSections } from '../find-tests.ts'

export default {
  '7 Authentication': {
    'Sign in with password sends {email, password} and starts a session.':
      'e2e/specification/7-calls.spec.ts',
    'Sign up sends {email, password, options: {emailRedirectTo, data: {full_name}}}; the response has the user with id and email_confirmed_at.':
      'e2e/specification/7-calls.spec.ts',
    'Sign out ends the session; get session and get current user return the user while signed in.':
      'e2e/specification/7-calls.spec.ts',
    'The password reset email leads to /reset-password.': 'e2e/specification/7-calls.spec.ts',
    'Google sign-in without a provider returns to the login page of the site origin.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Profiles': {
    'One profile is selected by id, with all columns.': 'e2e/specification/7-calls.spec.ts',
    'All profiles are selected ordered by created_at descending.': 'e2e/specification/7-calls.spec.ts',
    'User management updates role and updated_at by id.': 'e2e/specification/7-calls.spec.ts',
  },
  '7 Products': {
    'Products where in_stock is true are selected ordered by created_at descending.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Cart (signed-in)': {
    'Cart items are selected where user_id equals the user, joined with products, only when signed in.':
      'e2e/specification/7-calls.spec.ts',
    'A cart has one cart_items row for each user_id and product_id.': 'e2e/specification/7-calls.spec.ts',
    'The quantity is updated by id, and rows are deleted by id or all by user_id; another user’s row is not found.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Orders': {
    'Orders are selected with nested items ordered by created_at descending, only when logged in.':
      'e2e/specification/7-calls.spec.ts',
    'Orders are filtered by user_id for non-admins.': 'e2e/specification/7-calls.spec.ts',
    "Creating an order inserts {user_id, total_amount, shipping_address, status: 'pending'} and its order_items {order_id, product_id, quantity, price}.":
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Payment functions': {
    'create-stripe-checkout takes {amount, currency, items, shipping_address, customer_email, success_url, cancel_url}; its url is used to redirect, and amounts of the client are ignored.':
      'e2e/specification/7-calls.spec.ts',
    'verify-stripe-payment takes {session_id} and returns success, order_id, and amount_total.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Accounting': {
    'Accounting is selected ordered by entry_date descending; an insert takes {description, amount}.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Storage': {
    'The bucket admin-uploads lists 100 files by created_at descending, stores uploads under a generated name with the extension, and removes them; each has a public URL.':
      'e2e/specification/7-calls.spec.ts',
    'The bucket admin_uploads lists the folder pictures/ and stores uploads as pictures/{random}.{ext}; the two buckets are separate.':
      'e2e/specification/7-calls.spec.ts',
  },
  '7 Region detection': {
    'The page asks for the region once, and falls back to the browser timezone.':
      'e2e/specification/7-calls.spec.ts',
  },
} satisfies SpecificationSections
