import { waitForHydration } from './hydration.ts'
import { openPage, STORE_PAGES } from './pages.ts'
import { expect, test } from './test.ts'

test('reduced motion disables animations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    const runningAnimations = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .flatMap((one) => [
          getComputedStyle(one),
          getComputedStyle(one, '::before'),
          getComputedStyle(one, '::after'),
        ])
        .flatMap(({ transitionDuration, animationDuration }) =>
          `${transitionDuration}, ${animationDuration}`.split(', '),
        )
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    )
    expect(runningAnimations, name).toEqual([])
  }
})

test('with forced colors, text, links, and focus are visible, only the current page is underlined, and buttons have borders', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    const heading = page.getByRole('heading', { level: 1 })
    const paint = await heading.evaluate((h1) => [
      getComputedStyle(h1).color,
      getComputedStyle(document.body).color,
    ])
    expect(paint[0], name).toBe(paint[1])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.locator(':focus'), name).toHaveCSS('outline-style', 'solid')
  }

  await page.goto('/categories')
  await waitForHydration(page)
  const underlined = await page.locator('header nav a, main nav a').evaluateAll((links) =>
    links
      .filter((link) => link.checkVisibility())
      .filter((link) => {
        const { borderBottomWidth, textDecorationLine } = getComputedStyle(link)
        // Forced colors apply to transparent borders too.
        return Number.parseFloat(borderBottomWidth) > 0 || textDecorationLine === 'underline'
      })
      .map((link) => link.textContent),
  )
  expect(underlined).toEqual(['Categories', 'All'])
  await page.goto('/nowhere')
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveCSS('border-bottom-width', '1px')
})
