import { ADMIN, GRACE, signIn, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('the administrator signs in at the admin login', async ({ page }) => {
      await signIn(page, ADMIN, { at: '/admin/login', scripts })
      await expect(page).toHaveURL(/\/admin$/)
      await expect(visibleMessage(page, 'Login Successful')).toBeVisible()
      await expect(visibleMessage(page, 'Welcome back to the admin portal!')).toBeVisible()
      await expect(page.getByText(ADMIN.email).filter({ visible: true })).toBeVisible()
      await page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page).toHaveURL(/\/admin\/login$/)
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/admin\/login$/)
    })

    for (const [mode, refusal, button] of [
      ['', 'Access denied. This admin portal is restricted.', 'Sign In'],
      ['?mode=create', 'Sign up is restricted to authorized admin users only.', 'Create Admin Account'],
    ] as const) {
      test(`anyone else is rejected by ${button}`, async ({ page }) => {
        await page.goto(`/admin/login${mode}`)
        if (scripts) await waitForHydration(page)
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(visibleMessage(page, 'Please enter both email and password.')).toBeVisible()
        await page.getByLabel('Email').fill(GRACE.email)
        await page.getByLabel('Password').fill(GRACE.password)
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(visibleMessage(page, 'Access Denied')).toBeVisible()
        await expect(
          visibleMessage(page, 'This admin portal is restricted to authorized users only.'),
        ).toBeVisible()
        await expect(page.getByText(refusal)).toBeVisible()
        await expect(page.getByLabel('Email')).toHaveValue(GRACE.email)
      })
    }

    for (const [path, wait] of [
      ['/setup', 2000],
      ['/admin/setup', 2000],
    ] as const) {
      test(`${path} works once and then redirects to the login`, async ({ page }) => {
        await page.goto(path)
        if (scripts) await waitForHydration(page)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Setup')
        await expect(page.getByText('Create your first admin user to manage the store')).toBeVisible()
        await expect(page.getByText('Email is fixed for security')).toBeVisible()
        await expect(page.getByLabel('Email')).toBeDisabled()
        await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
        const submitButton = page.getByRole('button', { name: 'Create Admin User' })
        await submitButton.click()
        await expect(visibleMessage(page, 'Missing Information')).toBeVisible()
        await expect(visibleMessage(page, 'Please provide both email and password')).toBeVisible()
        await page.getByLabel('Password').fill('five5')
        await submitButton.click()
        await expect(visibleMessage(page, 'Password Too Short')).toBeVisible()
        await expect(visibleMessage(page, 'Password must be at least 6 characters long')).toBeVisible()
        await page.getByLabel('Password').fill('quiet orchard')
        await submitButton.click()
        await expect(visibleMessage(page, 'User Already Exists')).toBeVisible()
        await expect(
          visibleMessage(page, 'This admin account already exists. Please sign in instead.'),
        ).toBeVisible()
        const startedAt = Date.now()
        await page.waitForURL('**/login')
        expect(Date.now() - startedAt).toBeGreaterThan(wait - 1500)
      })
    }
  })
}

test('the admin login has its three links', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(page.getByRole('link', { name: 'Setup Guide' })).toHaveAttribute('href', '/setup')
  await expect(page.getByRole('link', { name: 'Customer Login' })).toHaveAttribute('href', '/login')
  await page.goto('/setup')
  await expect(page.getByRole('link', { name: 'Sign in here' })).toHaveAttribute('href', '/login')
})

test('a customer cannot open the back office', async ({ page, request, store }) => {
  await signIn(page, GRACE)
  for (const path of ['/admin', '/admin/', '/admin/users', '/admin/anything?x=1', '/admin%2Fusers']) {
    await page.goto(path)
    expect(await page.content(), path).not.toContain('Recent orders')
  }
  for (const path of ['/admin.data', '/admin/users.data', '/admin.data?_routes=admin%2Flayout', '//admin']) {
    const response = await request.get(store.url + path, { maxRedirects: 0 })
    expect(await response.text(), path).not.toContain(ADMIN.email)
  }
})
