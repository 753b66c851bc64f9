import { cards } from './catalog.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => page.goto('/').then(() => {}))

test('shows six popular products, each with its name, price, picture and a way to it', async ({ page }) => {
  await expect(
    page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article'),
  ).toHaveCount(6)
  for (const card of await cards(page).all()) {
    await card.scrollIntoViewIfNeeded()
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\w{3}/)
    await expect(card).toContainText(/\$\d+\.\d\d/)
    const drawn = () =>
      card.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
    await expect.poll(drawn).toBeGreaterThan(0)
    await expect(card.getByRole('link', { name: 'View Product' })).toHaveAttribute(
      'href',
      /^\/categories#prd_/,
    )
  }
})

for (const when of ['before the scripts', 'with the scripts'] as const) {
  test(`View Product brings that product into view among all the others, ${when}`, async ({ page }) => {
    if (when === 'with the scripts') await started(page)
    const last = cards(page).last()
    const name = await last.getByRole('heading').innerText()
    await last.getByRole('link', { name: 'View Product' }).click()
    await expect(page).toHaveURL(/\/categories#prd_/)
    const there = cards(page).filter({ hasText: name })
    await expect(there).toBeInViewport({ ratio: 0.5 })
    await expect(there).toHaveCSS('outline-style', 'solid')
  })
}

test('View All Products leads to all of them', async ({ page }) => {
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  expect(await cards(page).count()).toBeGreaterThan(6)
})

test('names two offers, and both lead to the products', async ({ page }) => {
  const offers = page.getByRole('region', { name: 'Special offers' }).getByRole('link')
  await expect(offers).toHaveCount(2)
  for (const offer of await offers.all()) {
    await expect(offer).toHaveAttribute('href', '/categories')
    await expect(offer).toContainText(/Code [A-Z]+\d+/)
  }
})

test('a product’s picture and name lead to its page', async ({ page }) => {
  const card = cards(page).first()
  const name = await card.getByRole('heading').innerText()
  await card.locator('img').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
