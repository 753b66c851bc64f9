import { openAccount, startSession } from '../account.ts'
import { expect, test } from '../test.ts'

const WORK_ADDRESS = {
  label: 'Work',
  firstName: 'Ada',
  lastName: 'Moss',
  address: '9 Kiln Road',
  city: 'Troy',
  state: 'NY',
  zipCode: '12180',
  phone: '5185550199',
}

test.describe("2 Profile (/profile) 'My Profile'", () => {
  test("Addresses: 'Manage Addresses'; address cards in two columns on wide screens", async ({ page }) => {
    // The demo gives each new account the address Home.
    await startSession(page, await openAccount())
    await page.request.post('/api/v1/profile/addresses', { data: WORK_ADDRESS })
    await page.goto('/profile?tab=addresses')
    await expect(page.getByRole('heading', { name: 'Manage Addresses', exact: true })).toBeVisible()
    const position = async (name: string) =>
      (await page.getByRole('article', { name }).boundingBox()) ?? { x: Number.NaN, y: Number.NaN }
    expect((await position('Work')).y).toBe((await position('Home')).y)
    expect((await position('Work')).x).not.toBe((await position('Home')).x)
    await page.setViewportSize({ width: 600, height: 900 })
    expect((await position('Work')).x).toBe((await position('Home')).x)
  })
})
