import type { Page } from '@playwright/test'
import { openPage, PAGES, STORE_PAGES } from './pages.ts'
import { expect, test } from './test.ts'

const SCREENS = {
  'on the smallest phone': { viewport: { width: 320, height: 568 } },
  'on a desktop at 200%': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'on a desktop at 400%': { viewport: { width: 360, height: 225 }, deviceScaleFactor: 4 },
}

for (const [description, screen] of Object.entries(SCREENS)) {
  test.describe(description, () => {
    test.use(screen)

    test('no page scrolls horizontally', async ({ page }) => {
      for (const name of PAGES) {
        await openPage(page, name)
        expect(await findOverflowingElements(page), name).toEqual([])
      }
    })
  })
}

test('text at 200% still fits', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await findOverflowingElements(page), name).toEqual([])
  }
})

test('text with wider spacing is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of STORE_PAGES) {
    await openPage(page, name)
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.style.setProperty('letter-spacing', '0.12em', 'important')
        element.style.setProperty('word-spacing', '0.16em', 'important')
        element.style.setProperty('line-height', '1.5', 'important')
      }
    })
    expect(await findOverflowingElements(page), name).toEqual([])
  }
})

/** Elements beyond the right edge of the window, if the page scrolls horizontally. */
function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > width)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 60)}`)
      .concat(`${document.documentElement.scrollWidth} px in ${width}`)
  })
}
