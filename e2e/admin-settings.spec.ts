import { openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems, findOverflow } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()

test.slow()

const TOPICS = ['store', 'shipping', 'tax', 'regions', 'orders', 'emails', 'privacy']

test('every topic meets WCAG 2.2 AA and never scrolls horizontally', async ({ page }) => {
  await openAdmin(page)
  for (const topic of TOPICS) {
    await page.goto(`/admin/settings/${topic}`)
    await waitForHydration(page)
    expect(await findLayoutProblems(page, [390, 1440]), topic).toEqual([])
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findOverflow(page), `${topic} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('an owner renames the store, and every cached page follows', async ({ page, browser, store }) => {
  const visitor = await browser.newPage({ baseURL: store.url })
  await visitor.goto('/terms')
  await expect(visitor).toHaveTitle('Terms · Eternal Beauty')
  await openAdmin(page, '/admin/settings')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Shipping', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(name).toHaveAccessibleDescription('Enter the store’s name.')
  await expect(name).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await name.fill('Maison Linden')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect
    .poll(async () => {
      await visitor.goto('/terms')
      return visitor.title()
    })
    .toBe('Terms · Maison Linden')
  await expect(visitor.getByRole('banner')).toContainText('Maison Linden')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(visitor).toHaveTitle('Contact · Maison Linden')
  await page.getByRole('link', { name: 'View changes' }).click()
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText(
    'Name: Eternal Beauty → Maison Linden',
  )
})

test('a logo is uploaded in place, found again by its name, and replaces the store’s name', async ({
  page,
  browser,
  store,
}) => {
  await openAdmin(page, '/admin/settings/store')
  await waitForHydration(page)
  const tagline = page.getByLabel('Tagline')
  await tagline.fill('Pressed in spring')
  const name = 'linden.svg'
  const buffer = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30" width="90" height="30"><rect width="90" height="30"/></svg>',
  )
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  const openLibrary = () => page.getByRole('button', { name: 'Choose from Media…' }).click()
  await openLibrary()
  await library.getByLabel('Upload a picture').setInputFiles({ name, mimeType: 'image/svg+xml', buffer })
  await expect(library).toBeHidden()
  await expect(page.getByRole('radio', { name })).toBeChecked()
  await page.getByRole('radio', { name: 'Show the name' }).check()
  await openLibrary()
  const search = library.getByLabel('Search by name or alt text')
  await search.fill('birch')
  await expect(library.getByText('No pictures match.')).toBeVisible()
  await search.fill('linden')
  await expect(library.getByRole('button', { name })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await library.getByRole('button', { name }).click()
  await expect(page.getByRole('radio', { name })).toBeChecked()
  await expect(tagline).toHaveValue('Pressed in spring')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  const visitor = await browser.newPage({ baseURL: store.url })
  await visitor.goto('/')
  const logo = visitor.getByRole('banner').getByRole('img')
  await expect(logo).toHaveAttribute('src', /^\/storage\/public\/admin_uploads\/pictures\/\w+\.svg$/)
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('someone else’s change of another field is named, and both stay', async ({ page, browser, store }) => {
  const colleague = await browser.newPage({ baseURL: store.url })
  await openAdmin(page, '/admin/settings/orders')
  await openAdmin(colleague, '/admin/settings/orders')
  await colleague.getByLabel('Days to request a return').fill('21')
  await colleague.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(colleague.getByText('Settings saved').first()).toBeVisible()
  const threshold = page.getByLabel('Low-stock threshold (units)')
  await threshold.fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved').first()).toBeVisible()
  await expect(page.getByText(/changed Days to request a return: 30 → 21/).first()).toBeVisible()
  await expect(threshold).toHaveValue('3')
  await expect(page.getByLabel('Days to request a return')).toHaveValue('21')
  await page.reload()
  await expect(threshold).toHaveValue('3')
})
