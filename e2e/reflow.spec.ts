import type { Page } from '@playwright/test'
import { queryDatabase } from './demo-store.ts'
import { openPage, PAGES, STORE_PAGES } from './pages.ts'
import { expect, test } from './test.ts'

/** The smallest phone, and a desktop at 200% and 400%. */
const SCREENS = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
  { width: 360, height: 225 },
]

test('no page scrolls horizontally on a small phone or an enlarged desktop', async ({ page }) => {
  test.slow()
  for (const name of PAGES) {
    for (const [index, screen] of SCREENS.entries()) {
      await page.setViewportSize(screen)
      if (index === 0) await openPage(page, name)
      expect(await findOverflowingElements(page), `${name} at ${screen.width} px`).toEqual([])
    }
  }
})

test('text at 200% fits, and text with wider spacing is not cut off', async ({ page }) => {
  test.slow()
  for (const name of STORE_PAGES) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, name)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await findOverflowingElements(page), name).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => {
      document.documentElement.style.removeProperty('font-size')
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.style.setProperty('letter-spacing', '0.12em', 'important')
        element.style.setProperty('word-spacing', '0.16em', 'important')
        element.style.setProperty('line-height', '1.5', 'important')
      }
    })
    expect(await findOverflowingElements(page), name).toEqual([])
  }
})

test('a long word in a name breaks on its page and in lists', async ({ page, store }) => {
  const name = 'Donaudampfschifffahrtsgesellschaft'
  await queryDatabase(store.databaseUrl, 'update products set name = $1 where slug = $2', [
    name,
    'rose-hip-night-serum',
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/product/rose-hip-night-serum', '/categories']) {
    await page.goto(path)
    const heading = page.getByRole('main').getByRole('heading', { name })
    await expect(heading).toBeVisible()
    expect(await heading.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const { x = 0, width = Number.NaN } = (await heading.boundingBox()) ?? {}
    expect(x + width).toBeLessThanOrEqual(390)
    expect(await findOverflowingElements(page)).toEqual([])
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
