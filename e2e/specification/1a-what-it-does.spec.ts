import { consultantButton, consultantDialog } from '../consultant.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test('the home page has a gradient frame, and a button of the consultant that stays in view and opens its camera', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('.page-frame')).toHaveCSS('background-image', /^linear-gradient\(/)
  await waitForHydration(page)
  await expect(consultantButton(page)).toBeInViewport()
  await page.mouse.wheel(0, 2000)
  await expect(consultantButton(page)).toBeInViewport()
  await consultantButton(page).click()
  await expect(consultantDialog(page)).toContainText(/camera/i)
})
