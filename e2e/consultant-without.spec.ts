import { violations } from './axe.ts'
import { button, dialog, links } from './consultant.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

test('whoever denies the camera, or has none, is told so and goes on without', async ({ page }) => {
  await page.goto('/')
  await started(page)
  await button(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Camera access denied. Please allow camera permissions.',
  )
  expect(await violations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Continue without a camera' }).click()
  await expect(links(page)).toHaveCount(3)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the button leads to a page that recommends the same', async ({ page }) => {
    await page.goto('/')
    await button(page).click()
    await expect(page).toHaveURL(/\/consultant\??$/)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(3)
  })
})
