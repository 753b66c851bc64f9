import { GRACE, siteHeader } from '../account.ts'
import { productCards } from '../catalog.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('Readings', () => {
  test('Home sets only necessary cookies, shows contact details in the page, and View Product leads to the highlighted product in the list.', async ({
    page,
    context,
  }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    await page.goto('/')
    await waitForHydration(page)
    const necessary = ['detectedRegion', 'userSelectedRegion']
    for (const { name } of await context.cookies()) expect(necessary).toContain(name)
    await expect(page.getByRole('button', { name: /cookie/i })).toHaveCount(0)

    await siteHeader(page).getByRole('button', { name: 'Customer Service' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Customer Service' })
    await expect(alert.getByRole('link')).toHaveCount(2)
    await expect(alert.locator('a[href^="tel:"]')).toHaveText('+1 (800) 555-0142')
    await expect(alert.locator('a[href^="mailto:"]')).toHaveText('care@eternalbeauty.example')
    expect(dialogs).toEqual([])
    await page.keyboard.press('Escape')
    await expect(alert).toBeHidden()

    const card = productCards(page).last()
    const name = await card.getByRole('heading').innerText()
    await expect(card.getByRole('heading').getByRole('link')).toHaveAttribute('href', /^\/product\//)
    await card.getByRole('link', { name: 'View Product' }).click()
    await expect(page).toHaveURL(/\/categories#/)
    const listed = productCards(page).filter({ hasText: name })
    await expect(listed).toBeInViewport({ ratio: 0.5 })
    await expect(listed).toHaveCSS('outline-style', 'solid')
  })

  test('When the network fails, the texts are the same as for a failing server, and typed text stays.', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await waitForHydration(page)
    await context.setOffline(true)
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText(
      'Something went wrong. Please try again.',
    )
    await expect(page.getByLabel('Email')).toHaveValue(GRACE.email)
  })
})
