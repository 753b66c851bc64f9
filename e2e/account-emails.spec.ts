import { findEmail, findEmailLink, newAccount, openAccount, signIn, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('a resent confirmation email works, and the first link expires once the other is used', async ({
      page,
      request,
    }) => {
      const ada = newAccount()
      await page.request.post('/api/v1/auth/signup', { data: ada })
      const firstLink = await findEmailLink(request, ada.email, /confirm/i)
      await page.goto('/login')
      if (scripts) await waitForHydration(page)
      await page.getByRole('link', { name: 'Resend it' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
      await page.getByRole('button', { name: 'Send Again' }).click()
      await expect(page.getByText('Please enter your email address.')).toBeVisible()
      await page.getByLabel('Email').fill(ada.email)
      await page.getByRole('button', { name: 'Send Again' }).click()
      await expect(visibleMessage(page, 'Check your email')).toBeVisible()
      await expect(page).toHaveURL('/login')
      await expect.poll(() => findEmailLink(request, ada.email, /confirm/i)).not.toBe(firstLink)
      const secondLink = await findEmailLink(request, ada.email, /confirm/i)
      // An email client's link preview must not use up the link.
      const headResponse = await request.head(secondLink)
      expect([headResponse.status(), headResponse.headers()['set-cookie']]).toEqual([200, undefined])
      await page.goto(secondLink)
      await expect(visibleMessage(page, 'Email address confirmed')).toBeVisible()
      await page.goto(firstLink)
      await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
      await signIn(page, ada, { scripts })
    })

    test('an email address changes by the link sent to the new one, and the old one is notified', async ({
      page,
      request,
    }) => {
      const account = await openAccount(request)
      const { email } = newAccount()
      await signIn(page, account, { at: '/login?next=/profile/security', scripts })
      if (scripts) await waitForHydration(page)
      const section = page.getByRole('region', { name: 'Email address' })
      await section.getByLabel('New email address').fill(email)
      await section.getByLabel('Password').fill('not this one')
      await section.getByRole('button').click()
      await expect(section.getByLabel('Password')).toHaveAccessibleDescription('Invalid password')
      await expect(section.getByLabel('New email address')).toHaveValue(email)
      await section.getByLabel('Password').fill(account.password)
      await section.getByRole('button').click()
      await expect(visibleMessage(page, 'Check your new inbox')).toBeVisible()
      await expect(section).toContainText(`You sign in with ${account.email}`)

      await page.goto(await findEmailLink(request, email, /new email address/i))
      await expect(visibleMessage(page, 'Email address changed')).toBeVisible()
      await page.goto('/profile')
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await findEmail(request, account.email, /address was changed/)
      await page.context().clearCookies()
      await signIn(page, { ...account, email }, { scripts })
    })
  })
}
