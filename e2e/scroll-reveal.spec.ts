import type { Locator } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

const opacityOf = (picture: Locator) =>
  picture.evaluate((element) => Number.parseFloat(getComputedStyle(element).opacity))

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('a picture below the screen fades in as it scrolls into view', async ({ page }) => {
      await page.goto('/categories')
      const picture = page.locator('main article picture img').last()
      await expect.poll(() => opacityOf(picture)).toBeLessThan(0.5)
      await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expect.poll(() => opacityOf(picture)).toBe(1)
    })
  })
}

test('on a phone, pictures of the first screen never fade, a page scrolled halfway is accessible, and with reduced motion no picture fades', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/categories')
  const pictures = page.locator('main article picture img')
  expect(await opacityOf(pictures.first())).toBe(1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  expect(await findAxeViolations(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/categories')
  expect(await opacityOf(pictures.last())).toBe(1)
})
