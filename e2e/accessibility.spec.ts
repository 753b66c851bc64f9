import { findAxeViolations, findLayoutProblems, findOverflow } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { openPage, PAGES } from './pages.ts'
import { expect, test } from './test.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

for (const half of ['first', 'second'] as const) {
  const pages = PAGES.filter((_, index) => index < PAGES.length / 2 === (half === 'first'))
  test(`the ${half} half of the pages meets WCAG 2.2 AA, with one h1, one main, and a language`, async ({
    page,
  }) => {
    test.slow()
    for (const name of pages) {
      await page.setViewportSize(DESKTOP)
      await openPage(page, name)
      expect(await findLayoutProblems(page, [PHONE.width, DESKTOP.width]), name).toEqual([])
      await expect(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
      await expect(page.getByRole('main'), name).toHaveCount(1)
      await expect(page.locator('html'), name).toHaveAttribute('lang', 'en')
      await expect(page, name).toHaveTitle(/\w+ · /)
    }
  })
}

const CONTENT_PATHS = [
  '/shipping-returns',
  '/privacy',
  '/terms',
  '/contact',
  '/newsletter',
  '/avoid-list',
  '/wishlist',
  '/consultant',
  '/journal',
  '/journal/a-perfume-for-one-room',
]

test('the policies and the Journal meet WCAG 2.2 AA and never scroll horizontally', async ({ page }) => {
  test.slow()
  for (const path of CONTENT_PATHS) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    expect(await findLayoutProblems(page, [PHONE.width]), path).toEqual([])
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findOverflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('open toasts and tooltips meet WCAG 2.2 AA on phones and desktops', async ({ page }) => {
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport)
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
  }
})
