import { z } from 'zod'
import { NEWSLETTER_CONSENTS } from '#core/customers/newsletter-consent.ts'
import { queryColumn } from '#db/sql.ts'
import { findSentEmails, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import type { plainBrowser } from '#test/plain-browser.ts'

type Browser = ReturnType<typeof plainBrowser>

const SENT = 'Check your email'

async function subscribe(guest: Browser, email: string) {
  const page = await guest.open('/contact')
  return page.submit('Subscribe', { 'Join our newsletter': email })
}

test('a shopper subscribes in the footer, confirms with one click, and unsubscribes', async ({
  ctx,
  connection,
  guest,
}) => {
  const email = 'ada@orchard.example'
  const findLink = async (pattern: RegExp) => {
    await runJobs(connection, ctx)
    const sentEmails = await findSentEmails(connection, email)
    return pattern.exec(sentEmails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const refused = await subscribe(guest, 'not an address')
  expect(refused.status).toBe(400)
  expect(refused.field('Join our newsletter')).toMatchObject({
    value: 'not an address',
    description: expect.stringContaining('Please enter a valid email address'),
  })
  expect((await subscribe(guest, `  ${email.toUpperCase()} `)).main).toContain(SENT)
  const link = await findLink(/https?:\/\/[^/\s]+(\/newsletter\/\S+)/)
  // A link preview must not confirm the subscription.
  for (let visit = 0; visit < 2; visit++)
    expect((await guest.open(link)).buttons).toContain('Confirm subscription')
  expect((await guest.open(link)).main).toContain(NEWSLETTER_CONSENTS['confirmation-1'])
  const confirmed = await (await guest.open(link)).submit('Confirm subscription')
  expect(confirmed.heading).toBe('You’re on the list')
  const consent = queryColumn(
    ctx.db,
    z.string(),
  )`select consent from newsletter_subscribers where email = ${email}`
  expect(await consent).toEqual(['confirmation-1'])
  const unsubscribeLink = await findLink(/Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/)
  const unsubscribe = await guest.open(unsubscribeLink)
  expect(unsubscribe.heading).toBe('Unsubscribe from our newsletter')
  expect((await unsubscribe.submit('Unsubscribe')).heading).toBe('You’re unsubscribed')
})

test('an email client unsubscribes with one request without cookies', async ({
  ctx,
  connection,
  guest,
  customer,
}) => {
  const { email } = customer.account
  const newestEmail = async () => {
    await runJobs(connection, ctx)
    return (await findSentEmails(connection, email)).at(-1)?.text ?? ''
  }
  await subscribe(guest, email)
  const link = /https?:\/\/[^/\s]+(\/newsletter\/\S+)/.exec(await newestEmail())?.[1] ?? ''
  await (await guest.open(link)).submit('Confirm subscription')
  expect((await customer.open('/profile?tab=settings')).field('Promotional emails').isChecked).toBe(true)
  const unsubscribeLink = /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/.exec(await newestEmail())?.[1] ?? ''
  const form = { 'List-Unsubscribe': 'One-Click' }
  expect((await guest.request('POST', unsubscribeLink, { form })).status).toBe(200)
  expect((await guest.request('POST', `${unsubscribeLink}x`, { form })).status).toBe(404)
  expect((await customer.open('/profile?tab=settings')).field('Promotional emails').isChecked).toBe(false)
})

test('signing up looks the same for every address', async ({ guest, customer }) => {
  for (const email of ['nobody@orchard.example', customer.account.email]) {
    const page = await subscribe(guest, email)
    expect([page.path, page.main]).toEqual(['/newsletter', expect.stringContaining(SENT)])
  }
})

test('an expired or unknown link offers to subscribe again', async ({ guest }) => {
  const page = await guest.open('/newsletter/confirm?token=nonsense')
  expect([page.status, page.links('Sign up again')]).toEqual([404, ['/newsletter']])
})
