import type { Page } from '@playwright/test'
import { started } from './started.ts'
import { stopTheClock } from './stopped-clock.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/demo/ui')
  await started(page)
  await stopTheClock(page)
})

const kept = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
const say = (page: Page, name = 'Say it') => page.getByRole('button', { name, exact: true }).click()

test('a notice is said aloud, and gone after five seconds', async ({ page }) => {
  await say(page)
  await expect(kept(page)).toContainText('It stays for five seconds.')
  await page.clock.runFor(100)
  await expect(page.getByRole('status')).toContainText('Kept')
  await page.clock.runFor(4800)
  await expect(kept(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(kept(page)).toHaveCount(0)
})

test('there is one notice at a time, and a new one has its own five seconds', async ({ page }) => {
  await say(page)
  await expect(kept(page)).toContainText('Kept')
  await page.clock.runFor(3000)
  await say(page, 'Say it went wrong')
  await expect(kept(page)).toHaveText(/That did not work/)
  await page.clock.runFor(4000)
  await expect(kept(page)).toBeVisible()
  await page.clock.runFor(1100)
  await expect(kept(page)).toHaveCount(0)
})

test('while the pointer is on it, it stays', async ({ page }) => {
  await say(page)
  await kept(page).hover()
  await page.clock.runFor(20_000)
  await expect(kept(page)).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(5100)
  await expect(kept(page)).toHaveCount(0)
})

for (const { far, outcome } of [
  { far: 40, outcome: 'leaves it' },
  { far: 60, outcome: 'dismisses it' },
]) {
  test(`a swipe of ${far} px to the right ${outcome}`, async ({ page }) => {
    await say(page)
    const box = await kept(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 12]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + far, y, { steps: 5 })
    await page.mouse.up()
    await expect(kept(page)).toHaveCount(far > 50 ? 0 : 1)
  })
}

test('a keyboard reaches it and closes it', async ({ page }) => {
  await say(page)
  await expect(kept(page)).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Close this notice' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(kept(page)).toHaveCount(0)
})

test('Escape closes it', async ({ page }) => {
  await say(page)
  await expect(kept(page)).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(kept(page)).toHaveCount(0)
})
