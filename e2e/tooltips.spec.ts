import type { Page } from '@playwright/test'
import { waitForHydration } from './hydration.ts'
import { pauseClock } from './paused-clock.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/demo/ui')
  await waitForHydration(page)
  await pauseClock(page)
})

const tooltip = (page: Page) => page.getByRole('tooltip')
const hoverTrigger = (page: Page) => page.getByRole('button', { name: 'With tooltip' }).hover()
const moveAway = (page: Page) => page.mouse.move(5, 5, { steps: 4 })

test('a tooltip opens after 700 ms, not earlier', async ({ page }) => {
  await hoverTrigger(page)
  await page.clock.runFor(650)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tooltip(page)).toHaveText('More about this button')
  await expect(page.getByRole('button', { name: 'With tooltip' })).toHaveAccessibleDescription(
    'More about this button',
  )
})

test('within 300 ms of the last tooltip, the next opens at once', async ({ page }) => {
  await hoverTrigger(page)
  await page.clock.runFor(750)
  await expect(tooltip(page)).toHaveCount(1)
  await moveAway(page)
  await expect(tooltip(page)).toHaveCount(0)
  await page.clock.runFor(200)
  await hoverTrigger(page)
  await expect(tooltip(page)).toHaveCount(1)
})

test('after 300 ms, the next tooltip waits again', async ({ page }) => {
  await hoverTrigger(page)
  await page.clock.runFor(750)
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
  await page.getByRole('button', { name: 'Secondary' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'With tooltip' })).toBeFocused()
  await expect(tooltip(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
})
