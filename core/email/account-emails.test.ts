import { expect, test } from 'vitest'
import {
  addressChangedEmail,
  choosePasswordEmail,
  codesGuessedEmail,
  confirmAddressEmail,
  confirmNewAddressEmail,
  connectGoogleEmail,
  existingAccountEmail,
  newDeviceEmail,
  passkeyAddedEmail,
  passkeyRemovedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  roleChangedEmail,
} from './account-emails.ts'
import {
  alreadySubscribedEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
} from './newsletter-emails.ts'
import { storeOpenedEmail } from './store-opened-email.ts'

const envelope = {
  to: 'grace@orchard.example',
  key: 'the-key',
  sender: { name: 'Eternal Beauty', support: 'care@store.example · +1 800', footer: '', logo: null },
}
const LINK = 'https://store.example/auth/link?token=secret&purpose=x'

test('every email with a one-time link says how long it works and what to do if nobody requested it', () => {
  const emails = [
    [confirmAddressEmail(envelope, LINK), '24 hours', 'you can ignore this email'],
    [choosePasswordEmail(envelope, LINK), 'one hour', 'please don’t open it'],
    [passwordResetEmail(envelope, LINK), 'one hour', 'your password stays the same'],
    [confirmNewAddressEmail(envelope, LINK), '24 hours', 'please don’t open it'],
    [newsletterConfirmationEmail(envelope, LINK), 'three days', 'you won’t be subscribed'],
  ] as const
  for (const [{ kind, text, html }, lifetime, advice] of emails) {
    expect(text, kind).toContain(`:\n${LINK}`)
    expect(text, kind).toContain(lifetime)
    expect(text, kind).toContain(advice)
    expect(html, kind).toContain(`href="${LINK.replaceAll('&', '&#38;')}"`)
  }
})

test('each kind of email has a subject and kind of its own, and all name the store', () => {
  const emails = [
    confirmAddressEmail(envelope, LINK),
    existingAccountEmail(envelope, { signIn: LINK, reset: LINK }),
    choosePasswordEmail(envelope, LINK),
    passwordResetEmail(envelope, LINK),
    confirmNewAddressEmail(envelope, LINK),
    connectGoogleEmail(envelope, LINK),
    addressChangedEmail(envelope, 'new@orchard.example'),
    passwordChangedEmail(envelope, LINK),
    newDeviceEmail(envelope, { device: 'Firefox on Windows', when: new Date(0), link: LINK }),
    codesGuessedEmail(envelope, LINK),
    passkeyAddedEmail(envelope, { name: 'Phone', device: 'Safari', when: new Date(0), link: LINK }),
    passkeyRemovedEmail(envelope, { name: 'Phone', device: 'Safari', when: new Date(0), link: LINK }),
    newsletterConfirmationEmail(envelope, LINK),
    newsletterWelcomeEmail(envelope, LINK),
    alreadySubscribedEmail(envelope, LINK),
  ]
  expect(new Set(emails.map(({ kind }) => kind)).size).toBe(emails.length)
  expect(new Set(emails.map(({ subject }) => subject)).size).toBe(emails.length)
  for (const { to, key, text } of emails) {
    expect([to, key]).toEqual([envelope.to, envelope.key])
    expect(text).toMatch(/Eternal Beauty\ncare@store\.example · \+1 800$/)
  }
})

test('an address that has an account already gets no confirmation link, but ways to sign in', () => {
  const links = { signIn: 'https://store.example/login', reset: 'https://store.example/forgot' }
  const { text } = existingAccountEmail(envelope, links)
  expect(text).toContain('nothing has changed')
  expect(text).toContain(`Sign in:\n${links.signIn}`)
  expect(text).toContain(links.reset)
})

test('the old address learns the new one, and how to get the account back', () => {
  const { text } = addressChangedEmail(envelope, 'new@orchard.example')
  expect(text).toContain('New email address: new@orchard.example')
  expect(text).toContain('please contact us right away')
})

test('a new device is described by its name and the time in UTC', () => {
  const when = new Date('2026-11-20T09:05:59Z')
  const { text } = newDeviceEmail(envelope, { device: 'Firefox on Windows', when, link: LINK })
  expect(text).toContain('Device: Firefox on Windows\nTime: Nov 20, 2026, 9:05 AM UTC')
  expect(text).toContain(`Review your devices:\n${LINK}`)
})

test('an added and a removed passkey are named, with the device and the time', () => {
  const change = {
    name: 'Phone',
    device: 'Safari on iOS',
    when: new Date('2026-11-20T09:05:59Z'),
    link: LINK,
  }
  for (const template of [passkeyAddedEmail, passkeyRemovedEmail]) {
    const { text } = template(envelope, change)
    expect(text).toContain('Passkey: Phone\nDevice: Safari on iOS\nTime: Nov 20, 2026, 9:05 AM UTC')
    expect(text).toContain('choose a new password')
  }
})

test('a changed password says that other devices were signed out', () => {
  expect(passwordChangedEmail(envelope, LINK).text).toContain('you’ve been signed out everywhere else')
})

test.for([
  ['admin', 'An administrator was added', 'can now view and change everything in the back office'],
  ['user', 'An administrator was removed', 'can no longer open the back office'],
] as const)('a change of role to %s names the account and who changed it', ([role, subject, sentence]) => {
  const change = { email: 'eve@orchard.example', role, by: 'ada@store.example', link: LINK }
  const email = roleChangedEmail(envelope, change)
  expect(email.subject).toBe(subject)
  expect(email.text).toContain(`eve@orchard.example ${sentence}`)
  expect(email.text).toContain('Changed by: ada@store.example')
})

test('a newsletter email can be unsubscribed from in its text, its HTML, and its headers', () => {
  const unsubscribeUrl = 'https://store.example/unsubscribe?t=1&u=2'
  const email = newsletterWelcomeEmail({ ...envelope, unsubscribeUrl }, 'https://store.example/')
  expect(email.unsubscribeUrl).toBe(unsubscribeUrl)
  expect(email.text).toContain(`Unsubscribe: ${unsubscribeUrl}`)
  expect(email.html).toContain('href="https://store.example/unsubscribe?t=1&#38;u=2"')
  expect(newsletterWelcomeEmail(envelope, 'https://store.example/').text).not.toContain('Unsubscribe')
})

test('what a shopper calls their device can’t become markup', () => {
  const device = '<img src=x onerror=alert(1)>'
  const { html } = newDeviceEmail(envelope, { device, when: new Date(0), link: LINK })
  expect(html).not.toContain('<img')
})

test('the first email of a store goes to its owner once, and says that nothing is sold yet', () => {
  const email = storeOpenedEmail({
    ...{
      adminEmail: 'owner@store.example',
      publicUrl: 'https://store.example',
      sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
    },
  })
  expect([email.to, email.key]).toEqual(['owner@store.example', 'store-opened'])
  expect(email.text).toContain('Sent emails: https://store.example/demo/mailbox')
  expect(email.text).toContain('Nothing is sold or sent until you turn off demo mode.')
})
