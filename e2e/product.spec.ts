import { newId } from '#core/ids.ts'
import { findAxeViolations } from './axe.ts'
import { fetchFirstProduct, fetchInStockProducts, type Product } from './catalog.ts'
import { queryDatabase } from './demo-store.ts'
import { addButton, readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, type Store, test } from './test.ts'

test.describe('the product page', () => {
  let product: Product

  test.beforeEach(async ({ page, request }) => {
    product = await fetchFirstProduct(request)
    await page.goto(`/product/${product.id}`)
  })

  test('shows name, price, and availability', async ({ page }) => {
    await expect(page).toHaveTitle(new RegExp(product.name))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
    const main = page.getByRole('main')
    for (const words of [product.brand, product.tagline, product.description, product.display_price.display])
      await expect(main.getByText(words, { exact: true }).first()).toBeVisible()
    await expect(main).toContainText('/ 10 ml')
    await expect(main).toContainText('In stock')
    await expect(main.getByRole('img').first()).toHaveAttribute('alt', /\w/)
  })

  test('opens benefits, how to use, and ingredients', async ({ page }) => {
    const main = page.getByRole('main')
    const disclosures = main.locator('details')
    await expect(disclosures.getByRole('listitem').filter({ visible: true })).toHaveText(product.benefits)
    await main.getByText('How to use').click()
    for (const step of product.how_to_use) await expect(main.getByText(step)).toBeVisible()
    await main.locator('summary', { hasText: 'Ingredients' }).press('Enter')
    await expect(main.getByText(product.ingredients.join(', '))).toBeVisible()
  })
})

test('a product opens by its slug or its ID, and a slug in capitals redirects', async ({ page, request }) => {
  const { id, slug, name } = await fetchFirstProduct(request)
  for (const key of [slug, id]) {
    expect((await request.get(`/product/${key}`, { maxRedirects: 0 })).status()).toBe(200)
    await page.goto(`/product/${key}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/product/${slug}$`))
  }
  const response = await request.get(`/product/${slug.toUpperCase()}?region=GB`, { maxRedirects: 0 })
  expect([response.status(), response.headers().location]).toEqual([301, `/product/${slug}?region=GB`])
  await page.goto('/categories')
  await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute(
    'href',
    `/product/${slug}`,
  )
})

test('a draft has no public page', async ({ page, store }) => {
  const id = newId('product')
  await queryDatabase(
    store.databaseUrl,
    `insert into products (id, slug, name, category, price, status) values ($1, $2, 'A secret', 'Skincare', 100, 'draft')`,
    [id, id.replace('_', '-')],
  )
  const response = await page.goto(`/product/${id}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByText('A secret')).toHaveCount(0)
})

for (const id of [
  'prd_00000000000000000000',
  'nothing',
  '%00',
  '1%27%20or%201=1',
  `prd_${'z'.repeat(400)}`,
]) {
  test(`an unknown product (${id.slice(0, 40)}) shows the not-found page`, async ({ page }) => {
    const response = await page.goto(`/product/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
  })
}

test('a quantity is chosen, capped, and added, and invalid input shows the allowed range', async ({
  page,
  request,
}) => {
  const lowStockProduct = (await fetchInStockProducts(request)).find(({ stock }) => stock === 3)
  await page.goto(`/product/${lowStockProduct?.id}`)
  await waitForHydration(page)
  const main = page.getByRole('main')
  const quantity = main.getByLabel('Quantity')
  await expect(main).toContainText('Only 3 left')
  await expect(main.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
  for (const quantityText of ['0', '-1', '1.5', '1e9', '4', 'two', '']) {
    await quantity.fill(quantityText)
    await addButton(main).first().click()
    await expect(main.getByRole('alert')).toHaveText('Choose a whole number from 1 to 3.')
    await expect(quantity).toHaveAttribute('aria-invalid', 'true')
    expect(await readGuestCart(page)).toBeNull()
  }
  await quantity.fill('1')
  await main.getByRole('button', { name: 'Increase quantity' }).click()
  await main.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(main.getByRole('button', { name: 'Increase quantity' })).toBeDisabled()
  await expect(quantity).toHaveValue('3')
  await quantity.press('Enter')
  await expect(main.getByRole('alert')).toHaveText('The item is added successfully to the cart')
  await expect(page.getByRole('status').filter({ hasText: 'Added to cart!' })).toHaveCount(1)
  expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([
    { productId: lowStockProduct?.id, quantity: 3 },
  ])
  expect(await findAxeViolations(page)).toEqual([])
  await quantity.fill('1')
  await quantity.press('Enter')
  await expect(page.getByText('You already have the maximum quantity in your cart.').first()).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(0)
  expect(JSON.parse((await readGuestCart(page)) ?? '')).toEqual([
    { productId: lowStockProduct?.id, quantity: 3 },
  ])
})

test('promises, delivery, and related products are shown in the shopper’s currency', async ({
  page,
  request,
  context,
  store,
}) => {
  await context.addCookies([{ name: 'userSelectedRegion', value: 'IN', url: store.url }])
  const { id, name } = await fetchFirstProduct(request)
  await page.goto(`/product/${id}`)
  const promises = page.getByRole('list', { name: 'Our promises' }).getByRole('listitem')
  await expect(promises).toHaveText([
    /^Free Shipping on orders 75\+ On orders over ₹6,225\.$/,
    /^30-Day Return/,
    /^100% Genuine/,
  ])
  await expect(page.getByRole('main')).toContainText('Arrives in India in 6–10 business days.')
  const related = page.getByRole('region', { name: 'You Might Also Like' }).getByRole('article')
  await expect(related).toHaveCount(4)
  await expect(related.filter({ hasText: name })).toHaveCount(0)
})

test('reviews are filtered, sorted, and paged by URL, with and without scripts', async ({
  page,
  request,
  browser,
  store,
}) => {
  const { id } = await fetchFirstProduct(request)
  await page.goto(`/product/${id}`)
  await waitForHydration(page)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const ratings = reviews.getByText(/^\d out of 5$/)
  await expect(ratings).toHaveCount(5)
  await expect(reviews).toContainText('out of 5, from 9 reviews')
  await reviews.getByRole('link', { name: 'More reviews' }).click()
  await expect(ratings).toHaveCount(4)
  await reviews.getByRole('link', { name: 'Lowest' }).click()
  await expect(ratings.first()).toHaveText('3 out of 5')
  await reviews.getByRole('link', { name: '4 stars' }).click()
  await expect(ratings).toHaveText(['4 out of 5', '4 out of 5'])
  await expect(page).toHaveURL(/\?stars=4&reviews=lowest#reviews$/)
  const noScriptPage = await browser.newPage({ baseURL: store.url, javaScriptEnabled: false })
  await noScriptPage.goto(page.url())
  await expect(noScriptPage.getByRole('region', { name: 'Reviews' }).getByText(/^\d out of 5$/)).toHaveCount(
    2,
  )
  await noScriptPage.getByRole('link', { name: '2 stars' }).click()
  await expect(noScriptPage.getByText('No 2-star reviews yet.')).toBeVisible()
  await noScriptPage.close()
  for (const query of ['stars=9&reviews=best&after=nonsense', 'stars=1.5', 'after=WyJ4IiwieCJd'])
    expect((await page.goto(`/product/${id}?${query}`))?.status()).toBe(200)
  await expect(ratings).toHaveCount(5)
})

/** A sold-out product with three pictures. */
async function createSoldOutProduct(store: Store) {
  const id = newId('product')
  const images = ['skincare', 'tools', 'haircare'].map((name) => {
    const url = `/media/placeholders/${name}.svg`
    return { id: name, url, width: 900, height: 1200, alt: `A ${name} placeholder`, preview: '' }
  })
  await queryDatabase(
    store.databaseUrl,
    `insert into products (id, slug, name, category, price, images) values ($1, $2, 'Gone', 'Skincare', 100, $3)`,
    [id, id.replace('_', '-'), JSON.stringify(images)],
  )
  return { id, images }
}

test('a sold-out product can’t be added, and its pictures open in a viewer with keys and buttons', async ({
  page,
  store,
}) => {
  const { id, images } = await createSoldOutProduct(store)
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('button', { name: 'Sold out Gone' })).toBeDisabled()
  await expect(page.getByLabel('Quantity')).toHaveCount(0)
  await expect(page.getByText('No reviews yet.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const pictures = page.getByRole('list', { name: /^Pictures of/ }).getByRole('link')
  await expect(pictures).toHaveCount(3)
  await expect(pictures.first()).toHaveAttribute('href', images[0]?.url ?? '')
  await waitForHydration(page)
  await pictures.nth(1).click()
  const viewer = page.getByRole('dialog', { name: /^Pictures of/ })
  await expect(viewer.getByRole('status')).toHaveText('2 of 3')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img')).toHaveAttribute('alt', 'A haircare placeholder')
  await expect(viewer.getByRole('button', { name: 'Next' })).toBeDisabled()
  await viewer.getByRole('button', { name: 'Previous' }).click()
  const width = async () => (await viewer.getByRole('img').boundingBox())?.width ?? 0
  await expect.poll(width).toBeLessThanOrEqual(1440)
  await viewer.getByRole('button', { name: 'Zoom' }).click()
  await expect.poll(width).toBeGreaterThan(1600)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(pictures.nth(1)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('pictures are swiped, opened with a tap, paged, and closed', async ({ page, context, store }) => {
    await page.goto(`/product/${(await createSoldOutProduct(store)).id}`)
    const pictures = page.getByRole('list', { name: /^Pictures of/ }).getByRole('link')
    const leftEdge = async (index: number) => (await pictures.nth(index).boundingBox())?.x ?? Number.NaN
    // The next picture is partly visible, and the page stays as wide as the screen.
    expect(await leftEdge(1)).toBeLessThan(390)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const touchSession = await context.newCDPSession(page)
    const swipe = async (from: number, to: number) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
        touchSession.send('Input.dispatchTouchEvent', { type, touchPoints: x ? [{ x, y: 420 }] : [] })
      await touch('touchStart', from)
      for (const progress of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', from + (to - from) * progress)
      await touch('touchEnd')
    }
    await swipe(330, 20)
    await expect.poll(() => leftEdge(1)).toBeLessThan(40)
    await waitForHydration(page)
    await pictures.nth(1).tap()
    const viewer = page.getByRole('dialog', { name: /^Pictures of/ })
    await expect(viewer.getByRole('status')).toHaveText('2 of 3')
    for (const [from, to, visibleIndex] of [
      [320, 60, '3 of 3'],
      [320, 60, '3 of 3'],
      [60, 90, '3 of 3'],
      [60, 320, '2 of 3'],
    ] as const) {
      await swipe(from, to)
      await expect(viewer.getByRole('status')).toHaveText(visibleIndex)
    }
    for (const button of await viewer.getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(viewer).toHaveCount(0)
    await expect(pictures.nth(1)).toBeFocused()
  })
})
