import { findAxeViolations } from './axe.ts'
import { consultantButton, consultantDialog, consultantLinks } from './consultant.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('without a camera, the consultant shows a message and continues', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await consultantButton(page).click()
  await expect(consultantDialog(page).getByRole('alert')).toHaveText(
    'Camera access denied. Please allow camera permissions.',
  )
  expect(await findAxeViolations(page)).toEqual([])
  await consultantDialog(page).getByRole('button', { name: 'Continue without camera' }).click()
  await expect(consultantLinks(page)).toHaveCount(3)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the button opens a page with the same recommendations', async ({ page }) => {
    await page.goto('/')
    await consultantButton(page).click()
    await expect(page).toHaveURL(/\/consultant\??$/)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(3)
  })
})
