import { ADMIN_SCREENS, openAdmin } from './admin.ts'
import { findLayoutProblems, findOverflow } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

/** The older layout shows the same screens, so a few represent all. */
const SCREENS = {
  '/admin': ADMIN_SCREENS,
  '/legacy-admin': ['', '/orders', '/media'],
}

for (const [layout, screens] of Object.entries(SCREENS)) {
  for (const half of [0, 1]) {
    const batch = screens.filter((_, nth) => nth % 2 === half)
    test(`${layout}${batch.join(', ')} meet WCAG 2.2 AA and never scroll horizontally`, async ({ page }) => {
      await openAdmin(page)
      for (const screen of batch) {
        await page.goto(layout + screen)
        await waitForHydration(page)
        expect(await findLayoutProblems(page, [390, 1440]), screen).toEqual([])
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expect(page.getByRole('main')).toHaveCount(1)
        for (const width of [320, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await findOverflow(page), `${layout}${screen} at ${width}`).toBeLessThanOrEqual(0)
        }
      }
    })
  }
}

const DETAIL_PAGES = { '/products': /products\/prd_/, '/orders': /orders\/EB/, '/users': /users\/usr_/ }

test('product, order, and customer screens meet WCAG 2.2 AA', async ({ page }) => {
  await openAdmin(page)
  for (const [list, address] of Object.entries(DETAIL_PAGES)) {
    await page.goto(`/admin${list}`)
    await page
      .getByRole('main')
      .getByRole('table')
      .getByRole('link')
      .and(page.locator(`[href*="${list}/"]`))
      .first()
      .click()
    await page.waitForURL(address)
    await waitForHydration(page)
    expect(await findLayoutProblems(page, [390, 1440]), list).toEqual([])
  }
})
