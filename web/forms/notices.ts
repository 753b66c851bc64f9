import { QUANTITY_LIMIT_MESSAGE } from '#core/cart/limits.ts'
import { WISHLIST_LIMIT_MESSAGE } from '#core/wishlist/wishlist.ts'
import type { Notice } from '../ui/toast/toast.tsx'
import { ADMIN_NOTICES } from './admin-notices.ts'

const ADD_SECOND_FACTOR_LINK = { to: '/profile/security#second-step', text: 'Turn on two-step sign-in' }

/** Notices for the page that follows a form. */
export const NOTICES = {
  ...ADMIN_NOTICES,
  welcome: { title: 'Welcome!', description: 'Successfully logged in!' },
  'welcome-admin': { title: 'Login Successful', description: 'Welcome back to the admin portal!' },
  'please-log-in': { title: 'Please log in' },
  'welcome-one-factor': {
    title: 'Welcome!',
    description: 'Successfully logged in!',
    link: ADD_SECOND_FACTOR_LINK,
    isNextStep: true,
  },
  'welcome-admin-one-factor': {
    title: 'Login Successful',
    description: 'Welcome back to the admin portal!',
    link: ADD_SECOND_FACTOR_LINK,
    isNextStep: true,
  },
  'recipient-changed': { title: 'Saved', description: 'We’ll send the gift card to the new address.' },
  'added-to-cart': {
    title: 'Added to cart!',
    description: 'The item is added successfully to the cart',
    link: { to: '/cart', text: 'View cart' },
  },
  'quantity-unavailable': {
    title: 'Error',
    description: 'Only a few are left. Choose a smaller quantity.',
    tone: 'destructive',
  },
  'quantity-limit': { title: 'Error', description: QUANTITY_LIMIT_MESSAGE, tone: 'destructive' },
  'not-in-cart': { title: 'Error', description: 'This item is no longer in your cart.', tone: 'destructive' },
  'order-cancelled': { title: 'Order cancelled' },
  'order-cancelled-refunded': { title: 'Order cancelled', description: 'We’ll refund your card in full.' },
  'return-requested': {
    title: 'We’ve received your return request',
    description: 'We’ll email you the next steps.',
    isNextStep: true,
  },
  'review-submitted': { title: 'Thank you for your review' },
  'avoid-list-saved': { title: 'Your list is saved' },
  'avoid-list-deleted': {
    title: 'Your list is deleted',
    description: 'Nothing of it remains in your account.',
  },
  'payment-method-removed': { title: 'Payment method removed' },
  'wish-saved': { title: 'Saved to your wish list' },
  'wish-removed': { title: 'Removed from your wish list' },
  'wishlist-full': { title: 'Error', description: WISHLIST_LIMIT_MESSAGE, tone: 'destructive' },
  'not-for-wishlist': {
    title: 'Error',
    description: 'This product is no longer available.',
    tone: 'destructive',
  },
  'wishlist-emails-on': { title: 'We’ll email you about your wish list' },
  'wishlist-emails-off': { title: 'No more emails about your wish list' },
  'wishlist-shared': { title: 'Your list is shared' },
  'wishlist-not-shared': { title: 'The link no longer works' },
  'signed-out': { title: 'You’re signed out' },
  'signed-up': { title: 'Check your email to confirm your account', isNextStep: true },
  'account-created': {
    title: 'Account Created',
    description: 'Please check your email to verify your account.',
    isNextStep: true,
  },
  'reset-sent': {
    title: 'Reset Email Sent',
    description: 'Please check your email for password reset instructions.',
    isNextStep: true,
  },
  'password-reset': { title: 'Password changed', description: 'Sign in with your new password.' },
  'email-confirmed': { title: 'Email address confirmed', description: 'You can sign in now.' },
  'google-link-sent': {
    title: 'Check your email',
    description:
      'To sign in with Google, follow the link we sent to your email address. You only need to do this once.',
    isNextStep: true,
  },
  'email-changed': { title: 'Email address changed' },
  'confirmation-sent': {
    title: 'Check your email',
    description: 'If your account still needs to be confirmed, you’ll get a new link shortly.',
    isNextStep: true,
  },
  'profile-updated': {
    title: 'Profile updated successfully',
    description: 'Your profile information has been saved.',
  },
  'address-added': { title: 'Address added successfully' },
  'address-updated': { title: 'Address updated successfully' },
  'address-deleted': { title: 'Address deleted successfully' },
  'default-address': { title: 'Default address updated' },
  'settings-saved': { title: 'Settings saved' },
  'password-changed': {
    title: 'Password changed',
    description: 'You’ve been signed out on all other devices.',
  },
  'email-change-sent': {
    title: 'Check your new inbox',
    description: 'To finish, follow the link we sent to your new email address.',
    isNextStep: true,
  },
  'session-ended': { title: 'Device signed out' },
  'other-sessions-ended': { title: 'Signed out on all other devices' },
  'second-factor-on': { title: 'Two-step sign-in is on' },
  'second-factor-off': { title: 'Two-step sign-in is off' },
  'passkey-added': { title: 'Passkey added' },
  'passkey-removed': { title: 'Passkey removed' },
  'account-deleted': {
    title: 'Your account has been deleted',
    description: 'Thank you for shopping with us.',
  },
  'admin-created': {
    title: 'Admin Account Created!',
    description: 'Please check your email for verification before signing in.',
    isNextStep: true,
  },
  'admin-ready': {
    title: 'Admin Account Ready!',
    description: 'You can now sign in with your admin credentials.',
  },
  'user-exists': {
    title: 'User Already Exists',
    description: 'This admin account already exists. Please sign in instead.',
    tone: 'destructive',
  },
  'account-exists': {
    title: 'Account Exists',
    description: 'This email is already registered. Please sign in instead.',
    tone: 'destructive',
  },
} as const satisfies Record<string, Notice>

export type NoticeName = keyof typeof NOTICES

/** Invites administrators who signed in with one factor to add a second. */
export function welcomeNotice(role: 'user' | 'admin', flash: 'welcome' | 'welcome-admin'): NoticeName {
  return role === 'admin' ? `${flash}-one-factor` : flash
}

export function findNotice(name: string | undefined): Notice | undefined {
  return name !== undefined && Object.hasOwn(NOTICES, name) ? NOTICES[name as NoticeName] : undefined
}
