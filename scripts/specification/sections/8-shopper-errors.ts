import type { SpecificationSections } from '../find-tests.ts'

export default {
  '8 Error catalogue': {
    "Sign-up shows the service message inline, otherwise 'An unexpected error occurred'.":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Login shows 'Login Failed' with the service message, and 'Something went wrong. Please try again.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Sign-up on the login screen shows 'Sign Up Failed', or 'Account Created: Please check your email to verify your account.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "A reset shows 'Reset Email Sent: Please check your email for password reset instructions.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "A successful login shows 'Welcome!' / 'Successfully logged in!', on the admin login 'Login Successful: Welcome back to the admin portal!'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Google login shows 'Google login is not configured. Please contact support or use email/password login.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Google's invalid credentials give 'Google authentication failed. Please try again or use email/password login.', an unconfirmed email 'Please verify your email address before signing in.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Google's default message is 'Failed to authenticate with Google. Please try again.', on an unexpected error 'Something went wrong with Google login. Please try email/password login instead.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    'A profile fetch failure is logged, and the page stays.': 'e2e/specification/8-shopper-errors.spec.ts',
    "Adding shows 'Added to cart!' and the alert 'The item is added successfully to the cart', or 'Failed to add item to cart. Please try again.' (title Error).":
      'e2e/specification/8-shopper-errors.spec.ts',
    "A change that fails shows 'Failed to update cart. Please try again.', and a removal 'Item removed'.":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Internal cart messages 'Failed to add to cart: {reason}', 'Failed to update cart: {reason}', 'Failed to remove from cart: {reason}' and 'Failed to clear cart: {reason}' are logged, not shown.":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Internal order messages 'Failed to create order: ...' and 'Failed to create order items: ...' are logged, not shown.":
      'e2e/specification/8-shopper-errors.spec.ts',
    "Checkout shows 'Payment setup failed: Please try again or contact support.', for a test order 'Failed to place order', on success 'Order placed successfully! Order #... has been confirmed.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "The payment page shows 'Payment successful!' / 'Your order has been confirmed.'":
      'e2e/specification/8-shopper-errors.spec.ts',
    "A missing session_id goes straight to 'Payment failed' / 'Please try again or contact support.', and a failing call shows 'Verification failed' / 'Unable to verify payment. Please contact support.'":
      'e2e/specification/8-shopper-errors.spec.ts',
  },
} satisfies SpecificationSections
