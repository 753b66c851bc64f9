import { newId } from '#core/ids.ts'
import { findAxeViolations } from './axe.ts'
import { fetchInStockProducts } from './catalog.ts'
import { queryDatabase } from './demo-store.ts'
import { addButton, readGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, type Store, test } from './test.ts'

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

test('pictures are in rows of one to three on a wide screen, and each loads the size of its box', async ({
  page,
}) => {
  for (const { slug, rows } of [
    { slug: 'satin-lipstick-mulberry', rows: [1, 3] },
    { slug: 'rose-quartz-gua-sha', rows: [1, 2] },
    { slug: 'satin-lipstick-fig', rows: [1, 1] },
  ]) {
    await page.goto(`/product/${slug}`)
    const pictures = page.getByRole('list', { name: /^Pictures of/ }).getByRole('img')
    const columns: number[] = []
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('complete', true)
      // With `sizes`, the natural width is the width that they announce.
      const { width, announced } = await picture.evaluate((element: HTMLImageElement) => ({
        width: element.clientWidth,
        announced: element.naturalWidth,
      }))
      expect(announced / width, slug).toBeGreaterThan(0.99)
      expect(announced / width, slug).toBeLessThan(1.05)
      columns.push(Math.round(620 / width))
    }
    expect(columns, slug).toEqual(rows.flatMap((count) => Array<number>(count).fill(count)))
  }
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
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(pictures.nth(1)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the button that buys is in view from the first screen on', async ({ page }) => {
    await page.goto('/product/satin-lipstick-mulberry')
    const button = page.locator('.buy [type="submit"]')
    await expect(button).toBeInViewport({ ratio: 1 })
    const shade = page
      .getByRole('group', { name: /^Shade/ })
      .getByRole('link')
      .last()
    await shade.focus()
    const [shadeBox, buttonBox] = [await shade.boundingBox(), await button.boundingBox()]
    expect((shadeBox?.y ?? 0) + (shadeBox?.height ?? 0)).toBeLessThan(buttonBox?.y ?? 0)
  })

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
