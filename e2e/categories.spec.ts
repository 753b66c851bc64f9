import { CATEGORIES } from '#core/catalog/product.ts'
import { openAccount, signIn } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { fetchInStockProducts, type Product, productCards, readProductNames } from './catalog.ts'
import { addButton, cartCount, readGuestCart, storeGuestCart } from './guest-cart.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const sortedNames = (products: { name: string }[]) => products.map(({ name }) => name).sort()

for (const category of CATEGORIES) {
  test(`${category} shows only its own products`, async ({ page, request }) => {
    await page.goto('/categories')
    const link = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: category })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: category })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    expect((await readProductNames(page)).sort()).toEqual(
      sortedNames(await fetchInStockProducts(request, { category })),
    )
  })
}

for (const when of ['before scripts load', 'after scripts load'] as const) {
  test(`sorts by name and by price ${when}`, async ({ page, request }) => {
    const products = await fetchInStockProducts(request)
    const price = ({ display_price }: Product) => display_price.amount
    const byPrice = products.toSorted((a, b) => price(a) - price(b) || (a.id < b.id ? -1 : 1))
    await page.goto('/categories')
    if (when === 'after scripts load') await waitForHydration(page)
    await page.getByLabel('Sort by').selectOption('name')
    await expect(page).toHaveURL(/\/categories\?sort=name$/)
    await expect(productCards(page).getByRole('heading')).toHaveText(sortedNames(products))
    await page.getByLabel('Sort by').selectOption('price')
    await expect(page).toHaveURL(/\/categories\?sort=price$/)
    await expect(productCards(page).getByRole('heading')).toHaveText(byPrice.map(({ name }) => name))
  })
}

test('keeps the category while sorting, and the sort while changing the category', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL(/category=Makeup&sort=price$/)
  await page.getByRole('link', { name: 'Skincare' }).click()
  await expect(page).toHaveURL(/category=Skincare&sort=price$/)
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
})

test('a shared URL shows the same list', async ({ page, browser, store }) => {
  await page.goto('/categories')
  await page.getByRole('link', { name: 'Fragrance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fragrance' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('name')
  await expect(page).toHaveURL(/sort=name$/)
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  const otherVisitor = await browser.newPage({ baseURL: store.url })
  await otherVisitor.goto(page.url())
  expect(await readProductNames(otherVisitor)).toEqual(await readProductNames(page))
  await expect(otherVisitor.getByLabel('Sort by')).toHaveValue('name')
  await otherVisitor.close()
})

test('the back button returns to the previous list with its sort', async ({ page }) => {
  await page.goto('/categories?category=Haircare&sort=price')
  await waitForHydration(page)
  const before = await readProductNames(page)
  await page.getByRole('link', { name: 'Tools & Accessories' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools & Accessories' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('newest')
  await expect(page).toHaveURL(/sort=newest$/)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Haircare' })).toBeVisible()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  expect(await readProductNames(page)).toEqual(before)
})

for (const query of [
  'sort=sideways',
  'category=',
  'category=ALL',
  'cursor=nonsense',
  'cursor=',
  'category=Makeup&category=x',
]) {
  test(`?${query} still shows a list`, async ({ page }) => {
    const response = await page.goto(`/categories?${query}`)
    expect(response?.status()).toBe(200)
    expect((await readProductNames(page)).length).toBeGreaterThan(2)
  })
}

test('going back after sorting without scripts shows the previous sort', async ({ page }) => {
  await page.goto('/categories?sort=name')
  await page.getByLabel('Sort by').selectOption('price')
  await page.waitForURL('**/categories?sort=price')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  const names = await readProductNames(page)
  expect(names).toEqual(names.toSorted())
})

test('going back shows the previous list without another request', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  const first = await readProductNames(page)
  await page.getByRole('link', { name: 'Fragrance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fragrance' })).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
  expect(await readProductNames(page)).toEqual(first)
  expect(requests.filter((url) => url.includes('storefront%2Fcategories'))).toEqual([])
})

test('a category in lower case leads to its own address and keeps the region', async ({ page, request }) => {
  const response = await request.get('/categories?category=tools+%26+accessories&region=GB', {
    maxRedirects: 0,
  })
  expect([response.status(), response.headers().location]).toEqual([
    301,
    '/categories?category=Tools+%26+Accessories&region=GB',
  ])
  await page.goto('/categories?category=makeup')
  await expect(page).toHaveURL(/category=Makeup$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Makeup' })).toBeVisible()
})

test('an unknown category is named with status 404, and all products are shown', async ({ page }) => {
  expect((await page.goto('/categories?category=Nonsense'))?.status()).toBe(404)
  expect((await readProductNames(page)).length).toBeGreaterThan(2)
  await expect(
    page.getByText('We don’t have a category called “Nonsense”. Here’s everything we carry.'),
  ).toBeVisible()
  await page.goto(`/categories?category=${'x'.repeat(4000)}`)
  await expect(page.getByText(`We don’t have a category called “${'x'.repeat(40)}”.`)).toBeVisible()
  await page.goto('/categories?category=All')
  await expect(page.getByText('We don’t have a category')).toHaveCount(0)
})

test('a page beyond the end of the list links back to the first page', async ({ page }) => {
  const endCursor = Buffer.from(JSON.stringify(['~~~', 'prd_zzzzzzzzzzzzzzzzzzzz'])).toString('base64url')
  await page.goto(`/categories?category=Makeup&sort=name&cursor=${endCursor}`)
  await expect(productCards(page)).toHaveCount(0)
  await expect(page.getByText('You’ve reached the end of the list.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to first page' }).click()
  await expect(page).toHaveURL(/category=Makeup&sort=name$/)
})

test('adding a product updates the cart count and summary in every tab', async ({ page, context }) => {
  await page.goto('/categories')
  await waitForHydration(page)
  const secondTab = await context.newPage()
  await secondTab.goto('/categories?category=Skincare')
  await waitForHydration(secondTab)
  const [first, second] = await readProductNames(page)
  await productCards(page).first().hover()
  await addButton(productCards(page).first()).click()
  await expect(productCards(page).first().getByRole('alert')).toHaveText(
    'The item is added successfully to the cart',
  )
  await addButton(productCards(page).nth(1)).press('Enter')
  await addButton(productCards(page).nth(1)).press('Enter')
  await expect(cartCount(page)).toContainText('3')
  await expect(cartCount(secondTab)).toContainText('3')
  await cartCount(page).press('Enter')
  const summary = page.getByRole('region', { name: 'Cart summary' })
  await expect(summary.getByRole('listitem')).toContainText([
    new RegExp(`^1 of${first}\\$[\\d.]+`),
    new RegExp(`^2 of${second}\\$[\\d.]+`),
  ])
  expect(await findAxeViolations(page)).toEqual([])
  await summary.getByRole('button', { name: `Remove ${second}` }).click()
  await expect(page.getByText('Item removed').first()).toBeVisible()
  await expect(cartCount(secondTab)).toContainText('1')
  await page.keyboard.press('Escape')
  await expect(summary).toBeHidden()
  await expect(page).toHaveURL(/\/categories$/)
  await secondTab.close()
})

test('a tampered guest cart counts only its valid entries', async ({ page }) => {
  await storeGuestCart(page, '{"productId":"prd_1"')
  await page.goto('/categories')
  await waitForHydration(page)
  await expect(cartCount(page)).toContainText('0')
  await cartCount(page).click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('without browser storage, adding a product shows an error', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
  await page.goto('/categories')
  await waitForHydration(page)
  await addButton(productCards(page).first()).press('Enter')
  await expect(page.getByText('Failed to add item to cart. Please try again.').first()).toBeVisible()
  await expect(productCards(page).first().getByRole('alert')).toHaveCount(0)
})

test('an account’s cart is stored on the server, and a guest’s cart is merged once', async ({
  page,
  request,
}) => {
  await page.goto('/categories')
  await waitForHydration(page)
  await addButton(productCards(page).first()).press('Enter')
  await expect(cartCount(page)).toContainText('1')
  await signIn(page, await openAccount(request))
  await page.goto('/categories')
  await waitForHydration(page)
  await expect(cartCount(page)).toContainText('1')
  expect(await readGuestCart(page)).toBeNull()
  await addButton(productCards(page).nth(1)).press('Enter')
  await expect(cartCount(page)).toContainText('2')
  await page.reload()
  await waitForHydration(page)
  await expect(cartCount(page)).toContainText('2')
})
