import { findEmailLink, signIn, visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test.slow()

test('an invited packer joins, sees only orders to pack, and loses the role again', async ({
  page,
  browser,
}) => {
  const email = `packer-${crypto.randomUUID().slice(0, 8)}@orchard.example`
  await openAdmin(page, '/admin/staff')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Packer')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`${email} · Packer`)).toBeVisible()

  const context = await browser.newContext()
  const packerPage = await context.newPage()
  const link = await findEmailLink(page.request, email, /invited/i)
  await packerPage.goto(new URL(link, page.url()).href)
  await expect(packerPage.getByRole('heading', { name: 'Join the team' })).toBeVisible()
  expect(await findAxeViolations(packerPage)).toEqual([])
  await packerPage.getByLabel('Full name').fill('Pablo')
  await packerPage.getByLabel('Password').fill('seven quiet orchards')
  await packerPage.getByRole('button', { name: 'Create account and join' }).click()
  await expect(packerPage).toHaveURL(/\/admin$/)
  const links = packerPage.getByRole('navigation', { name: 'Back office' }).first().getByRole('link')
  await expect(links).toHaveText(['Dashboard', 'Orders', 'Products'])
  expect(await findAxeViolations(packerPage)).toEqual([])

  await page.reload()
  await page.getByLabel(`Role of ${email}`).selectOption('Remove from staff…')
  await page.getByLabel('Your password').fill('beauty-admin')
  await page.getByRole('button', { name: 'Remove from staff' }).click()
  await expect(visibleMessage(page, 'User role updated successfully')).toBeVisible()
  await packerPage.goto(new URL('/admin/orders', page.url()).href)
  await expect(packerPage).toHaveURL(/\/admin\/login/)
  await context.close()
})

test('a page that a role doesn’t include says so', async ({ page }) => {
  await signIn(
    page,
    { email: 'packer@eternalbeauty.example', password: 'beauty-packer' },
    { at: '/admin/login' },
  )
  await page.goto('/admin/orders?show=to-pack')
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveCount(0)
  await page.request.get('/admin/analytics').then((response) => expect(response.status()).toBe(403))
})
