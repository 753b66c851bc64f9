import { ADMIN, openAccount, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { productCards } from './catalog.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => page.goto('/').then(() => {}))

test('shows six popular products with name, price, picture, and link', async ({ page }) => {
  await expect(
    page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article'),
  ).toHaveCount(6)
  for (const card of await productCards(page).all()) {
    await card.scrollIntoViewIfNeeded()
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(/\w{3}/)
    await expect(card).toContainText(/\$\d+\.\d\d/)
    const isImageDrawn = () =>
      card.locator('picture img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
    await expect.poll(isImageDrawn).toBeGreaterThan(0)
    await expect(card.getByRole('link', { name: 'View Product' })).toHaveAttribute(
      'href',
      /^\/categories#prd_/,
    )
  }
})

for (const when of ['before scripts load', 'after scripts load'] as const) {
  test(`View Product scrolls to the product in the product list ${when}`, async ({ page }) => {
    if (when === 'after scripts load') await waitForHydration(page)
    const lastCard = productCards(page).last()
    const name = await lastCard.getByRole('heading').innerText()
    await lastCard.getByRole('link', { name: 'View Product' }).click()
    await expect(page).toHaveURL(/\/categories#prd_/)
    const productCard = productCards(page).filter({ hasText: name })
    await expect(productCard).toBeInViewport({ ratio: 0.5 })
    await expect(productCard).toHaveCSS('outline-style', 'solid')
  })
}

test('View All Products opens the product list', async ({ page }) => {
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL(/\/categories$/)
  await expect(productCards(page).nth(6)).toBeVisible()
})

test('shows two offers that link to the product list', async ({ page }) => {
  const offers = page.getByRole('region', { name: 'Special offers' }).getByRole('link')
  await expect(offers).toHaveCount(2)
  for (const offer of await offers.all()) {
    await expect(offer).toHaveAttribute('href', '/categories')
    await expect(offer).toContainText(/Use code [A-Z]+\d+\./)
  }
})

test('a product’s picture and name link to its page', async ({ page }) => {
  // Product pages have cards too, so Back must first show this section again.
  const card = page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.locator('picture img').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a card shows its second picture while the mouse is over it, and loads it only then', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const card = page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article').first()
  await card.scrollIntoViewIfNeeded()
  const second = card.locator('.second-picture')
  await expect(second).toBeHidden()
  expect(requested.filter((path) => path.startsWith('/media/second/'))).toEqual([])
  await card.hover()
  await expect(second).toBeVisible()
  const isDrawn = () => second.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
  await expect.poll(isDrawn).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await expect(second).toBeHidden()
})

test('with reduced motion, a card keeps its first picture', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const card = page.getByRole('region', { name: 'Popular Beauty Products' }).getByRole('article').first()
  await card.hover()
  await expect(card.locator('.second-picture')).toBeHidden()
})

test('each category has a tile with its picture, and the row scrolls on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tiles = page.getByRole('region', { name: 'Shop by category' }).getByRole('link')
  await expect(tiles).toHaveText(['Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'])
  const last = tiles.last()
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 0.5 })
  const isDrawn = () =>
    last.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)
  await expect.poll(isDrawn).toBeGreaterThan(0)
  await last.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tools & Accessories' })).toBeVisible()
})

test('shows three tiles, and Featured Products is coming soon until a product is featured', async ({
  page,
}) => {
  const linkTiles = page.getByRole('region', { name: 'Explore' }).getByRole('listitem')
  await expect(linkTiles).toHaveCount(3)
  await expect(linkTiles.getByRole('heading')).toHaveText([
    'Browse Products',
    'Featured Products',
    'Special Offers',
  ])
  await expect(linkTiles.nth(1)).toContainText('Coming Soon')
  await expect(linkTiles.nth(2)).toContainText(/[A-Z]+\d+ or [A-Z]+\d+/)
})

test('a guest sees login links, a customer none, and an administrator the admin panel', async ({
  page,
  request,
}) => {
  const customer = page.getByRole('link', { name: 'Get Started with Customer Login' })
  const admin = page.getByRole('link', { name: 'Admin Login' })
  const panel = page.getByRole('region', { name: 'Admin Panel' })
  await expect(customer).toHaveAttribute('href', '/customer/login')
  await expect(admin).toHaveAttribute('href', '/admin/login')
  await expect(panel).toHaveCount(0)
  await startSession(page, await openAccount(request))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
  for (const absent of [customer, admin, panel]) await expect(absent).toHaveCount(0)
  await page.context().clearCookies()
  await startSession(page, ADMIN)
  await page.goto('/')
  for (const to of ['/admin', '/admin/users']) await expect(panel.locator(`a[href="${to}"]`)).toBeVisible()
  await expect(customer).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
})
