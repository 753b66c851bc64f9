import { formatDate } from '../dates.ts'
import { ACCOUNT_DELETED } from './deleted-email.ts'
import { type Envelope, renderEmail } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

export function confirmAddressEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'confirm', 'Confirm your email address', [
    `Welcome to ${envelope.sender.name}. Please confirm your email address to open your account.`,
    { link: 'Confirm email address', to: link },
    'This link works once and expires in 24 hours. If you didn’t create an account, you can ignore this email.',
  ])
}

export function existingAccountEmail(envelope: Envelope, links: { signIn: string; reset: string }): NewEmail {
  return renderEmail(envelope, 'already-have-account', 'You already have an account', [
    `We received a request to use this email address for an account at ${envelope.sender.name}. You already have one, and nothing has changed.`,
    { link: 'Sign in', to: links.signIn },
    `Forgot your password? Choose a new one here: ${links.reset}`,
    'If this wasn’t you, you can ignore this email.',
  ])
}

/** For a sign-up with the administrator's address: only its owner may choose the password. */
export function choosePasswordEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'choose-password', 'Choose your password', [
    'We received a request to create an account with this email address, which is reserved for the store’s administrator. If this was you, please choose your password here; the one from the sign-up form wasn’t saved.',
    { link: 'Choose a password', to: link },
    'This link works once and expires in one hour. If this wasn’t you, please don’t open it.',
  ])
}

export function passwordResetEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'reset', 'Reset your password', [
    'We received a request to reset your password. You can choose a new one here.',
    { link: 'Choose a new password', to: link },
    'This link works once, expires in one hour, and replaces the links in earlier emails. If you didn’t ask for it, you can ignore this email; your password stays the same.',
  ])
}

export function confirmNewAddressEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'confirm-new-address', 'Confirm your new email address', [
    'Please confirm this as the email address you’ll use to sign in.',
    { link: 'Confirm new email address', to: link },
    'This link works once and expires in 24 hours. If you didn’t ask for this change, please don’t open it.',
  ])
}

export function connectGoogleEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'connect-google', 'Connect your Google account', [
    'A Google account with this email address was just used to sign in. Please confirm once that it’s yours.',
    { link: 'Connect Google account', to: link },
    'This link works once and expires in one hour. If you didn’t use Google to sign in, please don’t open it; nothing has changed.',
  ])
}

export function addressChangedEmail(envelope: Envelope, newAddress: string): NewEmail {
  return renderEmail(envelope, 'email-changed', 'Your email address was changed', [
    'You now sign in with a new email address. We won’t write about your account to this one again.',
    { details: [['New email address', newAddress]] },
    'If you didn’t make this change, please contact us right away and we’ll help you recover your account.',
  ])
}

export function passwordChangedEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'password-changed', 'Your password was changed', [
    'Your password was changed, and you’ve been signed out everywhere else.',
    'If you didn’t make this change, please choose a new password right away.',
    { link: 'Choose a new password', to: link },
  ])
}

type PasskeyChange = { name: string; device: string; when: Date; link: string }

export function passkeyAddedEmail(envelope: Envelope, { link, ...change }: PasskeyChange): NewEmail {
  return renderEmail(envelope, 'passkey-added', 'A passkey was added to your account', [
    'You can now sign in with a new passkey instead of your password.',
    { details: passkeyDetails(change) },
    'If this wasn’t you, please remove the passkey and choose a new password.',
    { link: 'Review your passkeys', to: link },
  ])
}

export function passkeyRemovedEmail(envelope: Envelope, { link, ...change }: PasskeyChange): NewEmail {
  return renderEmail(envelope, 'passkey-removed', 'A passkey was removed from your account', [
    'This passkey no longer signs in to your account.',
    { details: passkeyDetails(change) },
    'If this wasn’t you, please choose a new password.',
    { link: 'Review your passkeys', to: link },
  ])
}

function passkeyDetails({ name, device, when }: Omit<PasskeyChange, 'link'>): [string, string][] {
  return [
    ['Passkey', name],
    ['Device', device],
    ['Time', formatTime(when)],
  ]
}

// Fonts of email clients lack the narrow space.
const formatTime = (when: Date) => `${formatDate(when, 'UTC', 'time').replace('\u202f', ' ')} UTC`

export function codesGuessedEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'codes-guessed', 'Someone is guessing your sign-in codes', [
    'Ten wrong sign-in codes in a row were entered for your account, after your right password. Sign-in by code is locked for 15 minutes, and longer each time this happens again.',
    'If this wasn’t you, someone knows your password. Please choose a new one now; this also ends the lock.',
    { link: 'Choose a new password', to: link },
  ])
}

export function newDeviceEmail(
  envelope: Envelope,
  { device, when, link }: { device: string; when: Date; link: string },
): NewEmail {
  return renderEmail(envelope, 'new-device', 'New sign-in to your account', [
    'Your account was just used on a device we haven’t seen before.',
    {
      details: [
        ['Device', device],
        ['Time', formatTime(when)],
      ],
    },
    'If this was you, there’s nothing to do. If not, please sign that device out and choose a new password.',
    { link: 'Review your devices', to: link },
  ])
}

export function secondFactorRemovedEmail(
  envelope: Envelope,
  { when, link }: { when: Date; link: string },
): NewEmail {
  return renderEmail(envelope, 'second-factor-removed', 'Two-step sign-in was turned off', [
    `An administrator of ${envelope.sender.name} turned off two-step sign-in for your account, and signed you out everywhere.`,
    { details: [['Time', formatTime(when)]] },
    'If you requested this, sign in with your password and set it up again. If not, contact us right away.',
    { link: 'Set up two-step sign-in', to: link },
  ])
}

export function roleChangedEmail(
  envelope: Envelope,
  { email, role, by, link }: { email: string; role: 'user' | 'admin'; by: string; link: string },
): NewEmail {
  const isPromoted = role === 'admin'
  const subject = isPromoted ? 'An administrator was added' : 'An administrator was removed'
  return renderEmail(envelope, 'role-changed', subject, [
    isPromoted
      ? `${email} can now view and change everything in the back office.`
      : `${email} can no longer open the back office.`,
    { details: [['Changed by', by]] },
    'If you didn’t expect this, change the role back and sign that account out everywhere.',
    { link: 'Review user roles', to: link },
  ])
}

type RetainedData = { what: string; why: string; howLong: string }

/** For a customer or guest who asked the store for it. */
export function dataDeletedEmail(envelope: Envelope, retained: readonly RetainedData[]): NewEmail {
  return renderEmail(envelope, ACCOUNT_DELETED, 'Your personal data has been deleted', [
    'As you asked, we’ve deleted your personal data: your account, if you had one, and your name, addresses, emails, reviews, and newsletter subscription.',
    'The following remains:',
    ...retained.map(({ what, why, howLong }) => `${what} ${why} ${howLong}`),
    'If you didn’t ask for this, please contact us right away.',
  ])
}

/** The address is removed from the record of this email once it is sent. */
export function accountDeletedEmail(envelope: Envelope, retained: readonly RetainedData[]): NewEmail {
  return renderEmail(envelope, ACCOUNT_DELETED, 'Your account has been deleted', [
    'We’ve deleted your account with your profile, addresses, cart, reviews, newsletter subscription, sign-in methods, and settings.',
    'The following remains:',
    ...retained.map(({ what, why, howLong }) => `${what} ${why} ${howLong}`),
    'If you didn’t do this, please contact us right away.',
  ])
}
