import type { Page } from '@playwright/test'
import { waitForHydration } from './hydration.ts'
import { pauseClock } from './paused-clock.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/demo/ui')
  await waitForHydration(page)
  await pauseClock(page)
})

const toastItem = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const showToast = (page: Page, name = 'Show toast') => page.getByRole('button', { name, exact: true }).click()

test('a toast is announced and disappears after five seconds', async ({ page }) => {
  await showToast(page)
  await expect(toastItem(page)).toContainText('This closes after five seconds.')
  await page.clock.runFor(100)
  await expect(page.getByRole('status')).toContainText('Saved')
  await page.clock.runFor(4800)
  await expect(toastItem(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(toastItem(page)).toHaveCount(0)
})

test('only one toast shows at a time, and a new one lasts five seconds', async ({ page }) => {
  await showToast(page)
  await expect(toastItem(page)).toContainText('Saved')
  await page.clock.runFor(3000)
  await showToast(page, 'Show error toast')
  await expect(toastItem(page)).toHaveText(/Couldn’t save changes/)
  await page.clock.runFor(4000)
  await expect(toastItem(page)).toBeVisible()
  await page.clock.runFor(1100)
  await expect(toastItem(page)).toHaveCount(0)
})

test('a toast stays while the pointer is on it', async ({ page }) => {
  await showToast(page)
  await toastItem(page).hover()
  await page.clock.runFor(20_000)
  await expect(toastItem(page)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(5100)
  await expect(toastItem(page)).toHaveCount(0)
})

test('a swipe of 40 px to the right keeps a toast, and one of 60 px dismisses it', async ({ page }) => {
  await showToast(page)
  const box = await toastItem(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 12]
  for (const { distance, count } of [
    { distance: 40, count: 1 },
    { distance: 60, count: 0 },
  ]) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance, y, { steps: 5 })
    await page.mouse.up()
    await expect(toastItem(page), `${distance} px`).toHaveCount(count)
  }
})

test('a toast is reached and closed by keyboard, with its button or Escape', async ({ page }) => {
  for (const key of ['Enter', 'Escape']) {
    await showToast(page)
    await expect(toastItem(page)).toBeVisible()
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    if (key === 'Enter') {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Close notification' })).toBeFocused()
    }
    await page.keyboard.press(key)
    await expect(toastItem(page), key).toHaveCount(0)
  }
})
