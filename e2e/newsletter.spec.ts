import { findEmailLink, newAccount, openAccount, signIn } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const CONFIRMATION_SUBJECT = /Confirm your subscription/

test('a shopper subscribes in the footer, confirms, and unsubscribes with one click', async ({
  page,
  request,
}) => {
  const { email } = newAccount()
  await page.goto('/contact')
  await waitForHydration(page)
  const footer = page.getByRole('contentinfo')
  const emailField = footer.getByLabel('Join our newsletter')
  await emailField.fill('not an address')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(emailField).toHaveAccessibleDescription('Please enter a valid email address')
  await emailField.fill(`  ${email.toUpperCase()} `)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('Check your email')
  await expect(page).toHaveURL(/\/contact$/)
  const link = await findEmailLink(request, email, CONFIRMATION_SUBJECT)
  // A link preview must not confirm the subscription.
  for (let visit = 0; visit < 2; visit++)
    expect(await (await request.get(link)).text()).toContain('Confirm subscription')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  const unsubscribeLink = await findEmailLink(
    request,
    email,
    /You’re on the list/,
    /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/,
  )
  // Opening the link alone doesn't unsubscribe.
  await page.goto(unsubscribeLink)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe from our newsletter')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed')
})

test('one-click unsubscribe from an email client works without cookies', async ({ request, page }) => {
  const account = await openAccount(request)
  const { email } = account
  await request.post('/newsletter', { form: { email } })
  await request.post(await findEmailLink(request, email, CONFIRMATION_SUBJECT), { form: {} })
  await signIn(page, account)
  await page.goto('/profile?tab=settings')
  await expect(page.getByLabel('Promotional emails')).toBeChecked()
  const unsubscribeLink = await findEmailLink(
    request,
    email,
    /You’re on the list/,
    /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/,
  )
  const response = await request.post(unsubscribeLink, {
    form: { 'List-Unsubscribe': 'One-Click' },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(200)
  expect((await request.post(`${unsubscribeLink}x`, { form: {} })).status()).toBe(404)
  await page.reload()
  await expect(page.getByLabel('Promotional emails')).not.toBeChecked()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('signing up shows a page, the same for every address', async ({ page }) => {
    for (const email of [newAccount().email, 'grace@eternalbeauty.example']) {
      await page.goto('/')
      const footer = page.getByRole('contentinfo')
      await footer.getByLabel('Join our newsletter').fill(email)
      await footer.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('Check your email')
    }
    const [form] = await page.getByRole('main').getByRole('button').all()
    expect(form).toBeUndefined()
  })

  test('confirming takes one click', async ({ page, request }) => {
    const { email } = newAccount()
    await request.post('/newsletter', { form: { email } })
    await page.goto(await findEmailLink(request, email, CONFIRMATION_SUBJECT))
    await page.getByRole('button', { name: 'Confirm subscription' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  })
})

test('an expired or unknown link offers to subscribe again', async ({ page }) => {
  const response = await page.goto('/newsletter/confirm?token=nonsense')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Sign up again' })).toHaveAttribute('href', '/newsletter')
})
