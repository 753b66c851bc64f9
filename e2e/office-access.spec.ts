import { violations } from './axe.ts'
import { OFFICE_SCREENS, openOffice } from './office.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

test.slow()

/** The older layout frames the same screens: a few stand for all. */
const SCREENS = {
  '/admin': OFFICE_SCREENS,
  '/legacy-admin': ['', '/orders', '/media'],
}

for (const width of [390, 1440]) {
  for (const [office, screens] of Object.entries(SCREENS)) {
    for (const half of [0, 1]) {
      const some = screens.filter((_, nth) => nth % 2 === half)
      test(`${office}${some.join(', ')} break no rule of WCAG 2.2 AA at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 })
        await openOffice(page)
        for (const screen of some) {
          await page.goto(office + screen)
          await started(page)
          expect(await violations(page), screen).toEqual([])
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await expect(page.getByRole('main')).toHaveCount(1)
        }
      })
    }
  }
}

/** The first of each list: one product, one order, one customer. */
const OPENED = { '/products': /products\/prd_/, '/orders': /orders\/EB/, '/users': /users\/usr_/ }

for (const width of [390, 1440]) {
  test(`one product, one order and one customer break no rule at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openOffice(page)
    for (const [list, address] of Object.entries(OPENED)) {
      await page.goto(`/admin${list}`)
      await page
        .getByRole('main')
        .getByRole('table')
        .getByRole('link')
        .and(page.locator(`[href*="${list}/"]`))
        .first()
        .click()
      await page.waitForURL(address)
      await started(page)
      expect(await violations(page), list).toEqual([])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(beyond, list).toBeLessThanOrEqual(0)
    }
  })
}

test('no screen scrolls sideways, from the smallest phone to a small desk', async ({ page }) => {
  await openOffice(page)
  for (const [office, screens] of Object.entries(SCREENS)) {
    for (const screen of screens) {
      await page.goto(office + screen)
      for (const width of [320, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(beyond, `${office}${screen} at ${width}`).toBeLessThanOrEqual(0)
      }
    }
  }
})
