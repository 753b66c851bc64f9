import type { Page } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { waitForHydration } from './hydration.ts'
import { pauseClock } from './paused-clock.ts'
import { expect, test } from './test.ts'

async function openGallery(page: Page): Promise<void> {
  await page.goto('/demo/ui')
  await waitForHydration(page)
  await pauseClock(page)
}

const tooltip = (page: Page) => page.getByRole('tooltip')
const hoverTrigger = (page: Page) => page.getByRole('button', { name: 'With tooltip' }).hover()
const moveAway = (page: Page) => page.mouse.move(5, 5, { steps: 4 })

test('a tooltip opens after 700 ms, and the next at once within 300 ms of it, but not later', async ({
  page,
}) => {
  await openGallery(page)
  await hoverTrigger(page)
  await page.clock.runFor(650)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tooltip(page)).toHaveText('More about this button')
  await expect(page.getByRole('button', { name: 'With tooltip' })).toHaveAccessibleDescription(
    'More about this button',
  )
  await moveAway(page)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await hoverTrigger(page)
  await expect(tooltip(page)).toHaveCount(1)

  await moveAway(page)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(400)
  await hoverTrigger(page)
  await page.clock.runFor(650)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tooltip(page)).toHaveCount(1)
})

test('keyboard focus opens a tooltip at once, and Escape closes it', async ({ page }) => {
  await openGallery(page)
  await page.getByRole('button', { name: 'Secondary' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'With tooltip' })).toBeFocused()
  await expect(tooltip(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
})

test('in the collapsed sidebar, links and icon buttons have tooltips by pointer and by keyboard', async ({
  page,
}) => {
  await openAdmin(page)
  await page.keyboard.press('Control+b')
  await pauseClock(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await sidebar.getByRole('link', { name: 'Orders' }).hover()
  await page.clock.runFor(650)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tooltip(page)).toHaveText('Orders')
  const box = await sidebar.getByRole('link', { name: 'Users', exact: true }).boundingBox()
  if (!box) throw new Error('The link has no box')
  await page.mouse.move(box.x + 4, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 20, box.y + 10, { steps: 8 })
  await expect(tooltip(page)).toHaveText('Users')
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
  await sidebar.getByRole('link', { name: 'Search' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(sidebar.getByRole('button', { name: 'Toggle sidebar' })).toBeFocused()
  await expect(tooltip(page)).toHaveText('Expand sidebar (Ctrl+B)')
  await page.keyboard.press('Tab')
  await expect(tooltip(page)).toHaveText('Search (Ctrl+K)')
})

test('on a scrolled page, focus in the collapsed sidebar opens a tooltip and leaves the page in place', async ({
  page,
}) => {
  await openAdmin(page, '/admin/orders')
  await page.keyboard.press('Control+b')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toHaveCSS('width', '48px')
  await page.evaluate(() => scrollTo(0, 88))
  await waitForFrames(page)
  await sidebar.getByRole('link', { name: 'Search' }).focus()
  await page.keyboard.press('Shift+Tab')
  await waitForFrames(page)
  await expect(tooltip(page)).toHaveText('Expand sidebar (Ctrl+B)')
  expect(await page.evaluate(() => scrollY)).toBe(88)
})

/** The browser reports scrolling in the next frame, and a report closes tooltips. */
async function waitForFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

test('the expanded sidebar needs no tooltips', async ({ page }) => {
  await openAdmin(page)
  await pauseClock(page)
  await page.getByRole('complementary').getByRole('link', { name: 'Orders' }).hover()
  await page.clock.runFor(1000)
  await expect(tooltip(page)).toHaveCount(0)
})

test('a link that was hovered in the expanded sidebar shows no tooltip once the sidebar collapses', async ({
  page,
}) => {
  await openAdmin(page)
  await pauseClock(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await sidebar.getByRole('link', { name: 'Orders' }).hover()
  await page.clock.runFor(1000)
  await page.mouse.move(700, 400)
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed')
  await expect(tooltip(page)).toHaveCount(0)
})
