import { findAxeViolations, findLayoutProblems } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

for (const name of PAGES) {
  test(`${name} meets WCAG 2.2 AA, and has one h1, one main, and a language`, async ({ page }) => {
    await openPage(page, name)
    expect(await findLayoutProblems(page, [PHONE.width, DESKTOP.width])).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle(/\w+ · /)
  })
}

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('open toasts and tooltips meet WCAG 2.2 AA', async ({ page }) => {
      await page.goto('/demo/ui')
      await waitForHydration(page)
      await page.getByRole('button', { name: 'With tooltip' }).focus()
      await expect(page.getByRole('tooltip')).toHaveCount(1)
      expect(await findAxeViolations(page)).toEqual([])
      for (const notice of ['Show toast', 'Show error toast']) {
        await page.getByRole('button', { name: notice, exact: true }).click()
        await page.getByRole('button', { name: 'Close notification' }).hover()
        expect(await findAxeViolations(page), notice).toEqual([])
        await page.getByRole('button', { name: 'Close notification' }).click()
      }
    })
  })
}
