import { ADMIN, GRACE, newAccount, openAccount, signIn, startSession, visibleMessage } from '../account.ts'
import { queryDatabase } from '../demo-store.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('2 Customer login (/customer/login, /login)', () => {
  test('The modes are sign in, sign up, forgot password', async ({ page }) => {
    await page.goto('/customer/login')
    await waitForHydration(page)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('button', { name: 'Send Reset Email' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
  })

  test('Going back to login resets the form', async ({ page }) => {
    await page.goto('/login?mode=sign-up')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    for (const label of ['Email', 'Password']) await expect(page.getByLabel(label)).toHaveValue('')
  })

  test('A Google button and a link to the admin login', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
    await expect(page.getByRole('main').getByRole('link', { name: 'Admin Login' })).toHaveAttribute(
      'href',
      '/admin/login',
    )
  })

  test('A logged-in user is redirected to /admin if admin, otherwise to /', async ({ page }) => {
    for (const [account, path] of [
      [ADMIN, '/admin'],
      [GRACE, '/'],
    ] as const) {
      await page.context().clearCookies()
      await signIn(page, account)
      await expect(page).toHaveURL(path)
      for (const login of ['/login', '/customer/login']) {
        await page.goto(login)
        await expect(page).toHaveURL(path)
      }
    }
  })

  test("While redirecting after Google login the button text reads 'Redirecting...'", async ({ page }) => {
    // A 204 response leaves the page in place, as while the redirect to Google is pending.
    await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
    await page.goto('/login')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('button', { name: 'Redirecting...', exact: true })).toBeVisible()
  })
})

test.describe('2 Customer sign-up', () => {
  test('An email and password form', async ({ page }) => {
    await page.goto('/signup')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(2)
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  })

  test("On success it goes to /login with the message 'Check your email to confirm your account'", async ({
    page,
  }) => {
    const account = newAccount()
    await page.goto('/signup')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page).toHaveURL('/login')
    await expect(visibleMessage(page, 'Check your email to confirm your account')).toBeVisible()
  })
})

test.describe('2 Admin login (/admin/login)', () => {
  test('It accepts only the one designated admin email', async ({ page }) => {
    await page.goto('/admin/login')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(visibleMessage(page, 'Access Denied')).toBeVisible()
    await expect(page).toHaveURL('/admin/login')
    await signIn(page, ADMIN, { at: '/admin/login' })
    await expect(page).toHaveURL('/admin')
  })

  test('A toggle between login and create-admin-account', async ({ page }) => {
    await page.goto('/admin/login')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Create admin account' }).click()
    await expect(page.getByRole('button', { name: 'Create Admin Account' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  })

  test('A link to customer login, and a link to /setup labelled Setup Guide', async ({ page }) => {
    await page.goto('/admin/login')
    const links = page.getByRole('main')
    await expect(links.getByRole('link', { name: 'Customer Login', exact: true })).toHaveAttribute(
      'href',
      '/login',
    )
    await expect(links.getByRole('link', { name: 'Setup Guide', exact: true })).toHaveAttribute(
      'href',
      '/setup',
    )
  })

  test('A logged-in user is redirected to /admin if admin or if their profile email equals the designated admin email, otherwise to /', async ({
    page,
    request,
    store,
  }) => {
    const admin = await openAccount(request)
    await queryDatabase(store.databaseUrl, `update profiles set role = 'admin' where email = $1`, [
      admin.email,
    ])
    for (const [account, path] of [
      [admin, '/admin'],
      [ADMIN, '/admin'],
      [GRACE, '/'],
    ] as const) {
      await page.context().clearCookies()
      await startSession(page, account)
      await page.goto('/admin/login')
      await expect(page).toHaveURL(path)
    }
  })
})

test.describe('2 Admin setup', () => {
  test("Heading 'Admin Setup', text 'Create your first admin user to manage the store', form 'Create Admin User', link 'Sign in here' to /login", async ({
    page,
  }) => {
    await page.goto('/setup')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Admin Setup')
    await expect(
      main.getByText('Create your first admin user to manage the store', { exact: true }),
    ).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Create Admin User', exact: true })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Create Admin User', exact: true })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Sign in here', exact: true })).toHaveAttribute(
      'href',
      '/login',
    )
  })

  test('It redirects to /admin if the signed-in user is already an admin', async ({ page }) => {
    await startSession(page, ADMIN)
    for (const path of ['/setup', '/admin/setup']) {
      await page.goto(path)
      await expect(page).toHaveURL('/admin')
    }
  })

  test("The email field is disabled with the hint 'Email is fixed for security'", async ({ page }) => {
    await page.goto('/setup')
    await expect(page.getByLabel('Email')).toBeDisabled()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is fixed for security')
    await expect(page.getByText('Email is fixed for security', { exact: true })).toBeVisible()
  })
})
