import type { Notice } from '../ui/toast.tsx'
import { ADMIN_NOTICES } from './admin-notices.ts'

const ADD_SECOND_FACTOR_LINK = {
  to: '/profile/security#second-step',
  text: 'Add a second step to your sign-in',
}

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
  },
  'welcome-admin-one-factor': {
    title: 'Login Successful',
    description: 'Welcome back to the admin portal!',
    link: ADD_SECOND_FACTOR_LINK,
  },
  'added-to-cart': { title: 'Added to cart!', description: 'The item is added successfully to the cart' },
  'quantity-unavailable': {
    title: 'Error',
    description: 'Failed to add item to cart. Fewer of it can be ordered.',
    tone: 'destructive',
  },
  'order-cancelled': {
    title: 'Your order is cancelled',
    description: 'What was paid is on its way back to your card.',
  },
  'return-requested': {
    title: 'We have your wish to return',
    description: 'A letter tells you how it goes on.',
  },
  'review-submitted': { title: 'Thank you for your review' },
  'signed-out': { title: 'You are signed out' },
  'signed-up': { title: 'Check your email to confirm your account' },
  'account-created': {
    title: 'Account Created',
    description: 'Please check your email to verify your account.',
  },
  'reset-sent': {
    title: 'Reset Email Sent',
    description: 'Please check your email for password reset instructions.',
  },
  'password-reset': { title: 'Your password is changed', description: 'Sign in with the new one.' },
  'email-confirmed': { title: 'Your e-mail address is confirmed', description: 'You can sign in now.' },
  'email-changed': { title: 'Your e-mail address is changed' },
  'confirmation-sent': {
    title: 'A letter is on its way',
    description: 'If an account waits for confirmation, its link arrives in a minute.',
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
    description: 'Every other device has been signed out.',
  },
  'email-change-sent': {
    title: 'Check your new mailbox',
    description: 'Your e-mail address changes when you follow the link in our letter.',
  },
  'session-ended': { title: 'That device is signed out' },
  'other-sessions-ended': { title: 'Every other device is signed out' },
  'second-factor-on': { title: 'Two-step sign-in is on' },
  'second-factor-off': { title: 'Two-step sign-in is off' },
  'passkey-added': { title: 'Passkey added' },
  'passkey-removed': { title: 'Passkey removed' },
  'account-deleted': { title: 'Your account is deleted', description: 'Thank you for your time with us.' },
  'admin-created': {
    title: 'Admin Account Created!',
    description: 'Please check your email for verification before signing in.',
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
