import { expect, test } from './test.ts'

test('home', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})
