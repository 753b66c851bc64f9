import { findLetter, linkTo, newAccount, openAccount, said, signIn } from './account.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('the letter of confirmation is sent again, and the first is worth nothing once one is followed', async ({
      page,
      request,
    }) => {
      const ada = newAccount()
      await request.post('/api/v1/auth/signup', { data: ada })
      const first = await linkTo(request, ada.email, /confirm/i)
      await page.goto('/login')
      if (scripts) await started(page)
      await page.getByRole('link', { name: 'Send it again' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your address')
      await page.getByRole('button', { name: 'Send Again' }).click()
      await expect(page.getByText('Please enter your email address.')).toBeVisible()
      await page.getByLabel('Email').fill(ada.email)
      await page.getByRole('button', { name: 'Send Again' }).click()
      await expect(said(page, 'A letter is on its way')).toBeVisible()
      await expect(page).toHaveURL('/login')
      await expect.poll(() => linkTo(request, ada.email, /confirm/i)).not.toBe(first)
      const second = await linkTo(request, ada.email, /confirm/i)
      // A mail program's look at the link leaves it for its reader.
      const look = await request.head(second)
      expect([look.status(), look.headers()['set-cookie']]).toEqual([200, undefined])
      await page.goto(second)
      await expect(said(page, 'Your e-mail address is confirmed')).toBeVisible()
      await page.goto(first)
      await expect(page.getByText('This link has been used already, or is too old.')).toBeVisible()
      await signIn(page, ada, { scripts })
    })

    test('an e-mail address changes by the letter to the new one, and the old one is told', async ({
      page,
      request,
    }) => {
      const before = await openAccount(request)
      const { email } = newAccount()
      await signIn(page, before, { at: '/login?next=/profile/security', scripts })
      if (scripts) await started(page)
      const section = page.getByRole('region', { name: 'E-mail address' })
      await section.getByLabel('New e-mail address').fill(email)
      await section.getByLabel('Password').fill('not this one')
      await section.getByRole('button').click()
      await expect(section.getByLabel('Password')).toHaveAccessibleDescription('Invalid password')
      await expect(section.getByLabel('New e-mail address')).toHaveValue(email)
      await section.getByLabel('Password').fill(before.password)
      await section.getByRole('button').click()
      await expect(said(page, 'Check your new mailbox')).toBeVisible()
      await expect(section).toContainText(`Now ${before.email}`)

      await page.goto(await linkTo(request, email, /new e-mail address/i))
      await expect(said(page, 'Your e-mail address is changed')).toBeVisible()
      await page.goto('/profile')
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await findLetter(request, before.email, /address was changed/)
      await page.context().clearCookies()
      await signIn(page, { ...before, email }, { scripts })
    })
  })
}
