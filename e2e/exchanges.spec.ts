import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('staff send the shade that a customer chose, and both orders name each other', async ({ page }) => {
  test.slow()
  await openAdmin(page)
  await page.goto('/admin/returns?show=exchange')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: /^R\d+-1$/ })
    .first()
    .click()
  const returns = page.getByRole('region', { name: 'Returns' })
  await expect(returns).toContainText('The customer wants an exchange.')
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await returns.getByText('Send replacements…').click()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAxeViolations(page)).toEqual([])
  }
  await returns
    .getByLabel(/^Restock 1 ×/)
    .first()
    .check()
  await returns.getByRole('button', { name: 'Send replacements' }).click()
  await returns.getByRole('link', { name: /^Replacement: order #EB/ }).click()
  await expect(
    page.getByRole('link', { name: `Exchange for ${heading?.replace('Order', 'order')}` }),
  ).toBeVisible()
})
