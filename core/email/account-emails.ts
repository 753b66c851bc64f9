import { type EmailBlock, renderEmailHtml, renderEmailText } from './email-layout.ts'
import type { NewEmail } from './emails.server.ts'

export type Envelope = { to: string; key: string; support: string; unsubscribeUrl?: string }

export function confirmAddressEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'confirm', 'Confirm your e-mail address', [
    { say: 'Thank you for joining us. One touch, and your account is open.' },
    { link: 'Confirm my address', to: link },
    {
      say: 'The link works once, for 24 hours. If you did not ask for an account, there is nothing to do: without it none is opened.',
    },
  ])
}

export function existingAccountEmail(envelope: Envelope, links: { signIn: string; reset: string }): NewEmail {
  return renderEmail(envelope, 'already-have-account', 'You already have an account', [
    {
      say: 'Somebody, probably you, asked for an account with this e-mail address. You have one already, and nothing was changed.',
    },
    { link: 'Sign in', to: links.signIn },
    { say: `If you no longer know your password, choose a new one: ${links.reset}` },
    { say: 'If it was not you, you may forget this letter.' },
  ])
}

/** For a sign-up with the administrator's address: only its owner may choose the password. */
export function choosePasswordEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'choose-password', 'Choose your password', [
    {
      say: 'Somebody asked for an account with this address, which is kept for the store’s administrator. If it was you, choose a password now; what was typed in the form was not kept.',
    },
    { link: 'Choose my password', to: link },
    { say: 'The link works once, for one hour. If it was not you, do not follow it.' },
  ])
}

export function passwordResetEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'reset', 'Choose a new password', [
    { say: 'You asked for a new password. Choose it here:' },
    { link: 'Choose a new password', to: link },
    { say: 'The link works once, for one hour. If you did not ask for it, your password stays as it is.' },
  ])
}

export function confirmNewAddressEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'confirm-new-address', 'Confirm your new e-mail address', [
    { say: 'From now on you would like to sign in with this address. One touch, and it is so.' },
    { link: 'Confirm my new address', to: link },
    { say: 'The link works once, for 24 hours. If you did not ask for this, do not follow it.' },
  ])
}

export function addressChangedEmail(envelope: Envelope, newAddress: string): NewEmail {
  return renderEmail(envelope, 'email-changed', 'Your e-mail address was changed', [
    { say: 'Your account now belongs to another e-mail address. This is the last letter to the old one.' },
    { facts: [['New address', newAddress]] },
    { say: 'If it was not you, write to us at once: we can give the account back to you.' },
  ])
}

export function passwordChangedEmail(envelope: Envelope, link: string): NewEmail {
  return renderEmail(envelope, 'password-changed', 'Your password was changed', [
    { say: 'Your password is a new one now, and wherever else you were signed in, you are not any more.' },
    { say: 'If it was not you, choose another one at once:' },
    { link: 'Choose another password', to: link },
  ])
}

export function newDeviceEmail(
  envelope: Envelope,
  { device, when, link }: { device: string; when: Date; link: string },
): NewEmail {
  return renderEmail(envelope, 'new-device', 'A new device signed in', [
    { say: 'Your account was opened on a device that we have not seen before.' },
    {
      facts: [
        ['Device', device],
        ['When', `${when.toUTCString().slice(0, -7)} UTC`],
      ],
    },
    { say: 'If it was you, all is well. If not, end that sign-in and choose a new password:' },
    { link: 'See where I am signed in', to: link },
  ])
}

export function renderEmail(
  { to, key, support, unsubscribeUrl }: Envelope,
  kind: string,
  subject: string,
  blocks: EmailBlock[],
): NewEmail {
  const content = { heading: subject, blocks, support, unsubscribeUrl }
  return {
    key,
    kind,
    to,
    subject,
    text: renderEmailText(content),
    html: renderEmailHtml(content),
    unsubscribeUrl,
  }
}
