import { linkTo, newAccount, openAccount, signIn } from './account.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

const ASK = /May we write/

test('signing up in the footer, confirming, and leaving by one press', async ({ page, request }) => {
  const { email } = newAccount()
  await page.goto('/contact')
  await started(page)
  const footer = page.getByRole('contentinfo')
  const box = footer.getByLabel('Letters from the house')
  await box.fill('not an address')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(box).toHaveAccessibleDescription('Please enter a valid email address')
  await box.fill(`  ${email.toUpperCase()} `)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('A letter is on its way')
  await expect(page).toHaveURL(/\/contact$/)
  const link = await linkTo(request, email, ASK)
  // Whoever looks at letters by machine says nothing by it.
  for (let look = 0; look < 2; look++)
    expect(await (await request.get(link)).text()).toContain('Yes, write to me')
  await page.goto(link)
  await page.getByRole('button', { name: 'Yes, write to me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
  const out = await linkTo(request, email, /You are on the list/, /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/)
  // A look is no press.
  await page.goto(out)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No more letters')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are off the list')
})

test('a mail program’s own button works once it posts, without cookies', async ({ request, page }) => {
  const account = await openAccount(request)
  const { email } = account
  await request.post('/newsletter', { form: { email } })
  await request.post(await linkTo(request, email, ASK), { form: {} })
  await signIn(page, account)
  await page.goto('/profile?tab=settings')
  await expect(page.getByLabel('Promotional emails')).toBeChecked()
  const out = await linkTo(request, email, /You are on the list/, /Unsubscribe: https?:\/\/[^/\s]+(\/\S+)/)
  const answer = await request.post(out, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 })
  expect(answer.status()).toBe(200)
  expect((await request.post(`${out}x`, { form: {} })).status()).toBe(404)
  await page.reload()
  await expect(page.getByLabel('Promotional emails')).not.toBeChecked()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the answer is a page, and the same for every address', async ({ page }) => {
    for (const email of [newAccount().email, 'grace@eternalbeauty.example']) {
      await page.goto('/')
      const footer = page.getByRole('contentinfo')
      await footer.getByLabel('Letters from the house').fill(email)
      await footer.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByRole('main').getByRole('status')).toContainText('A letter is on its way')
    }
    const [form] = await page.getByRole('main').getByRole('button').all()
    expect(form).toBeUndefined()
  })

  test('the yes is one press', async ({ page, request }) => {
    const { email } = newAccount()
    await request.post('/newsletter', { form: { email } })
    await page.goto(await linkTo(request, email, ASK))
    await page.getByRole('button', { name: 'Yes, write to me' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
  })
})

test('a link that is too old, or nobody’s, leads to asking again', async ({ page }) => {
  const answer = await page.goto('/newsletter/confirm?token=nonsense')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Ask again' })).toHaveAttribute('href', '/newsletter')
})
