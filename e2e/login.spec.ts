import { ADMIN, GRACE, newAccount, signIn, siteHeader, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })
    const waitUntilReady = (page: Parameters<typeof waitForHydration>[0]) =>
      scripts ? waitForHydration(page) : undefined

    for (const path of ['/login', '/customer/login']) {
      test(`a customer signs in at ${path} and is welcomed on the home page`, async ({ page }) => {
        await signIn(page, GRACE, { at: path, scripts })
        await expect(page).toHaveURL(/:\d+\/$/)
        await expect(visibleMessage(page, 'Successfully logged in!')).toBeVisible()
        await expect(visibleMessage(page, 'Welcome!')).toBeVisible()
        await expect(siteHeader(page).getByRole('link', { name: 'Profile' })).toBeVisible()
        await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toHaveCount(0)
        await page.goto(path)
        await expect(page).toHaveURL(/:\d+\/$/)
      })
    }

    test('an administrator is redirected to the back office', async ({ page }) => {
      await signIn(page, ADMIN, { scripts })
      await expect(page).toHaveURL(/\/admin$/)
      await page.goto('/login')
      await expect(page).toHaveURL(/\/admin$/)
      await page.goto('/')
      await expect(siteHeader(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible()
      await expect(siteHeader(page).getByRole('link', { name: 'Admin', exact: true })).toHaveAttribute(
        'href',
        '/profile',
      )
    })

    test('shows what is missing and keeps the email but not the password', async ({ page }) => {
      await page.goto('/login')
      await waitUntilReady(page)
      const submitButton = page.getByRole('button', { name: 'Sign In', exact: true })
      await submitButton.click()
      await expect(page.getByText('Please enter your email address.')).toBeVisible()
      await expect(page.getByText('Please enter your password.')).toBeVisible()
      await page.getByLabel('Email').fill('Somebody@Orchard.example')
      await submitButton.click()
      await expect(page.getByText('Please enter your email address.')).toHaveCount(0)
      await expect(page.getByText('Please enter your password.')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('Somebody@Orchard.example')
      const password = page.getByLabel('Password')
      await expect(password).toHaveAttribute('aria-invalid', 'true')
      await expect(password).toHaveAccessibleDescription('Please enter your password.')
    })

    test('a wrong password shows Login Failed with the service’s message', async ({ page }) => {
      await page.goto('/login')
      await waitUntilReady(page)
      await page.getByLabel('Email').fill(newAccount().email)
      await page.getByLabel('Password').fill('not this one')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(visibleMessage(page, 'Login Failed')).toBeVisible()
      await expect(visibleMessage(page, 'Invalid email or password')).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
      expect(await page.content()).not.toContain('not this one')
    })

    test('going back to login resets the form', async ({ page }) => {
      await page.goto('/login')
      await waitUntilReady(page)
      await page.getByRole('link', { name: 'Create an account' }).click()
      await expect(page).toHaveURL(/mode=sign-up/)
      await page.getByLabel('Email').fill('half@written')
      await page.getByRole('link', { name: 'Back to login' }).click()
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page).toHaveURL(/mode=forgot/)
      await expect(page.getByLabel('Password')).toHaveCount(0)
      await page.getByRole('button', { name: 'Send Reset Email' }).click()
      await expect(page.getByText('Please enter your email address.')).toBeVisible()
    })

    test('a new account is created and must confirm its email', async ({ page }) => {
      await page.goto('/login?mode=sign-up')
      await waitUntilReady(page)
      await page.getByLabel('Email').fill(newAccount().email)
      await page.getByLabel('Password').fill('quiet orchard')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(visibleMessage(page, 'Account Created')).toBeVisible()
      await expect(visibleMessage(page, 'Please check your email to verify your account.')).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
    })

    test('a weak password shows an error under its field', async ({ page }) => {
      await page.goto('/login?mode=sign-up')
      await waitUntilReady(page)
      const account = newAccount()
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password').fill('short')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(visibleMessage(page, 'Sign Up Failed')).toBeVisible()
      await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use at least 8 characters\./)
      await expect(page.getByLabel('Email')).toHaveValue(account.email)
    })

    test('a password reset shows the same message for any email address', async ({ page }) => {
      await page.goto('/login?mode=forgot')
      await waitUntilReady(page)
      await page.getByLabel('Email').fill(newAccount().email)
      await page.getByRole('button', { name: 'Send Reset Email' }).click()
      await expect(visibleMessage(page, 'Reset Email Sent')).toBeVisible()
      await expect(
        visibleMessage(page, 'Please check your email for password reset instructions.'),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/login$/)
    })

    test('after sign-in, a guest returns to the requested page', async ({ page }) => {
      await page.goto('/profile?tab=settings')
      await expect(page).toHaveURL(/\/login\?next=/)
      await waitUntilReady(page)
      await page.getByLabel('Email').fill(GRACE.email)
      await page.getByLabel('Password').fill(GRACE.password)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page).toHaveURL(/\/profile\?tab=settings$/)
    })

    test('signing out opens the home page and closes protected pages', async ({ page }) => {
      const profile = scripts ? page.waitForResponse('**/api/v1/profile') : undefined
      await signIn(page, GRACE, { scripts })
      await profile
      await siteHeader(page).getByRole('button', { name: 'Logout' }).click()
      await expect(siteHeader(page).getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(page).toHaveURL(/:\d+\/$/)
      await page.goto('/profile')
      await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/)
    })
  })
}

for (const next of [
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/',
  '%2F%2Fevil.example',
]) {
  test(`next=${next} never redirects to another site`, async ({ page, store }) => {
    await signIn(page, GRACE, { at: `/login?next=${encodeURIComponent(next)}` })
    expect(new URL(page.url()).origin).toBe(store.url)
  })
}

test('Google sign-in shows a message if it is not configured', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(visibleMessage(page, 'Google Login Failed')).toBeVisible()
  await expect(
    visibleMessage(
      page,
      'Google login is not configured. Please contact support or use email/password login.',
    ),
  ).toBeVisible()
})

test('the form can be submitted by keyboard', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(GRACE.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(GRACE.password)
  await page.keyboard.press('Enter')
  await expect(visibleMessage(page, 'Successfully logged in!')).toBeVisible()
})

test('on a phone, login and logout are in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, ADMIN)
  await page.goto('/')
  await siteHeader(page).getByRole('button', { name: 'Menu' }).click()
  for (const name of ['Admin Panel', 'Admin']) {
    await expect(siteHeader(page).getByRole('link', { name, exact: true })).toBeInViewport()
  }
  await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeInViewport()
})
