import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    for (const name of PAGES) {
      test(`${name} meets WCAG 2.2 AA`, async ({ page }) => {
        await openPage(page, name)
        expect(await findAxeViolations(page)).toEqual([])
      })
    }

    for (const notice of ['Show toast', 'Show error toast']) {
      test(`an open toast (${notice}) meets WCAG 2.2 AA`, async ({ page }) => {
        await page.goto('/demo/ui')
        await waitForHydration(page)
        await page.getByRole('button', { name: notice, exact: true }).click()
        await page.getByRole('button', { name: 'Close notification' }).hover()
        expect(await findAxeViolations(page)).toEqual([])
      })
    }

    test('an open tooltip meets WCAG 2.2 AA', async ({ page }) => {
      await page.goto('/demo/ui')
      await waitForHydration(page)
      await page.getByRole('button', { name: 'With tooltip' }).focus()
      await expect(page.getByRole('tooltip')).toHaveCount(1)
      expect(await findAxeViolations(page)).toEqual([])
    })
  })
}

test('a page has one h1, one main, and a language', async ({ page }) => {
  for (const name of PAGES) {
    await openPage(page, name)
    await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
    await expect(page.getByRole('main'), name).toHaveCount(1)
    await expect(page.locator('html'), name).toHaveAttribute('lang', 'en')
    await expect(page, name).toHaveTitle(/\w+ · /)
  }
})
