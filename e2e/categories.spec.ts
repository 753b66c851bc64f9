import { CATEGORIES } from '#core/catalog/product.ts'
import { cards, inStock, namesOf, type Product } from './catalog.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

const shelf = (products: { name: string }[]) => products.map(({ name }) => name).sort()

for (const category of CATEGORIES) {
  test(`${category} shows its own products and no others`, async ({ page, request }) => {
    await page.goto('/categories')
    const link = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: category })
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: category })).toBeVisible()
    await expect(link).toHaveAttribute('aria-current', 'page')
    expect((await namesOf(page)).sort()).toEqual(shelf(await inStock(request, { category })))
  })
}

for (const when of ['before the scripts', 'with the scripts'] as const) {
  test(`sorts by name, and by price, ${when}`, async ({ page, request }) => {
    const products = await inStock(request)
    const price = ({ display_price }: Product) => display_price.amount
    const byPrice = products.toSorted((a, b) => price(a) - price(b) || (a.id < b.id ? -1 : 1))
    await page.goto('/categories')
    if (when === 'with the scripts') await started(page)
    await page.getByLabel('Sort by').selectOption('name')
    await expect(page).toHaveURL(/\/categories\?sort=name$/)
    await expect(cards(page).getByRole('heading')).toHaveText(shelf(products))
    await page.getByLabel('Sort by').selectOption('price')
    await expect(page).toHaveURL(/\/categories\?sort=price$/)
    await expect(cards(page).getByRole('heading')).toHaveText(byPrice.map(({ name }) => name))
  })
}

test('keeps the category while sorting, and the order while changing category', async ({ page }) => {
  await page.goto('/categories?category=Makeup')
  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL(/category=Makeup&sort=price$/)
  await page.getByRole('link', { name: 'Skincare' }).click()
  await expect(page).toHaveURL(/category=Skincare&sort=price$/)
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
})

test('an address that is passed on shows the same list', async ({ page, browser, store }) => {
  await page.goto('/categories')
  await page.getByRole('link', { name: 'Fragrance' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fragrance' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('name')
  await expect(page).toHaveURL(/sort=name$/)
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  const friend = await browser.newPage({ baseURL: store.url })
  await friend.goto(page.url())
  expect(await namesOf(friend)).toEqual(await namesOf(page))
  await expect(friend.getByLabel('Sort by')).toHaveValue('name')
  await friend.close()
})

test('the back button returns to the list before, with its order', async ({ page }) => {
  await page.goto('/categories?category=Haircare&sort=price')
  await started(page)
  const before = await namesOf(page)
  await page.getByRole('link', { name: 'Tools & Accessories' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools & Accessories' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('newest')
  await expect(page).toHaveURL(/sort=newest$/)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Haircare' })).toBeVisible()
  await expect(page.getByLabel('Sort by')).toHaveValue('price')
  expect(await namesOf(page)).toEqual(before)
})

for (const query of [
  'category=Nonsense',
  'sort=sideways',
  'cursor=nonsense',
  'cursor=',
  'category=Makeup&category=x',
]) {
  test(`?${query} is answered with a list`, async ({ page }) => {
    const answer = await page.goto(`/categories?${query}`)
    expect(answer?.status()).toBe(200)
    expect((await namesOf(page)).length).toBeGreaterThan(2)
  })
}

test('going back after sorting before the scripts came shows the order of the list', async ({ page }) => {
  await page.goto('/categories?sort=name')
  await page.getByLabel('Sort by').selectOption('price')
  await page.waitForURL('**/categories?sort=price')
  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
  const names = await namesOf(page)
  expect(names).toEqual(names.toSorted())
})
