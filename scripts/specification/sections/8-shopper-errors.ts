import type { SpecificationSections } from '../find-tests.ts'

export default {
  '8 Error catalogue': {
    "Sign-up shows the service message inline, otherwise 'An unexpected error occurred'.":
      'e2e/specification/8-shopper-errors.spec.ts › Sign-up and login show the service’s message, or a general one when the store can’t be reached.',
    "Login shows 'Login Failed' with the service message, and 'Something went wrong. Please try again.'":
      'e2e/specification/8-shopper-errors.spec.ts › Sign-up and login show the service’s message, or a general one when the store can’t be reached.',
    "Sign-up on the login screen shows 'Sign Up Failed', or 'Account Created: Please check your email to verify your account.'":
      'web/account/sign-in/login.test.ts › a new account must confirm its email, and the link works once',
    "A reset shows 'Reset Email Sent: Please check your email for password reset instructions.'":
      'web/account/sign-in/login.test.ts › a forgotten password is reset by a link that works once',
    "A successful login shows 'Welcome!' / 'Successfully logged in!', on the admin login 'Login Successful: Welcome back to the admin portal!'":
      [
        'e2e/specification/8-shopper-errors.spec.ts › Sign-up and login show the service’s message, or a general one when the store can’t be reached.',
        'web/account/sign-in/login.test.ts › a customer signs in at either address, is welcomed on the home page, and has no login anymore',
        'web/account/sign-in/admin-login.test.ts › the administrator signs in at the admin login, and signing out returns to it',
      ],
    "Google login shows 'Google login is not configured. Please contact support or use email/password login.'":
      'web/account/sign-in/login.test.ts › Google sign-in shows a message if it is not configured',
    "Google's invalid credentials give 'Google authentication failed. Please try again or use email/password login.', an unconfirmed email 'Please verify your email address before signing in.'":
      'web/account/sign-in/google-sign-in.test.ts › the sign-in page explains each problem with Google',
    "Google's default message is 'Failed to authenticate with Google. Please try again.', on an unexpected error 'Something went wrong with Google login. Please try email/password login instead.'":
      'web/account/sign-in/google-sign-in.test.ts › the sign-in page explains each problem with Google',
    'A profile fetch failure is logged, and the page stays.': 'e2e/specification/8-shopper-errors.spec.ts',
    "Adding shows 'Added to cart!' and the alert 'The item is added successfully to the cart', or 'Failed to add item to cart. Please try again.' (title Error).":
      'e2e/specification/8-shopper-errors.spec.ts › A change of the cart shows its result as a toast, also when it fails.',
    "A change that fails shows 'Failed to update cart. Please try again.', and a removal 'Item removed'.":
      'e2e/specification/8-shopper-errors.spec.ts › A change of the cart shows its result as a toast, also when it fails.',
    "Internal cart messages 'Failed to add to cart: {reason}', 'Failed to update cart: {reason}', 'Failed to remove from cart: {reason}' and 'Failed to clear cart: {reason}' are logged, not shown.":
      'api/cart.test.ts › a change that the database refuses is logged with its reason, which the response leaves out',
    "Internal order messages 'Failed to create order: ...' and 'Failed to create order items: ...' are logged, not shown.":
      'api/orders.test.ts › an order that the database refuses is logged with its reason, which the response leaves out',
    "Checkout shows 'Payment setup failed: Please try again or contact support.', for a test order 'Failed to place order', on success 'Order placed successfully! Order #... has been confirmed.'":
      [
        'e2e/checkout.spec.ts › a failed request shows an error, keeps the form, and retries with the same idempotency key, for cards and test orders',
        'web/checkout/checkout.test.ts › a test order needs its fields, keeps what was typed, and empties the cart',
      ],
    "The payment page shows 'Payment successful!' / 'Your order has been confirmed.'":
      'e2e/specification/8-shopper-errors.spec.ts › The payment page is verifying, then successful or failed, and shows each result as a toast.',
    "A missing session_id goes straight to 'Payment failed' / 'Please try again or contact support.', and a failing call shows 'Verification failed' / 'Unable to verify payment. Please contact support.'":
      'e2e/specification/8-shopper-errors.spec.ts › The payment page is verifying, then successful or failed, and shows each result as a toast.',
  },
} satisfies SpecificationSections
