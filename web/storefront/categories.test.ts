import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { buildProduct } from '#test/builders.ts'
import { findLandmark, linkTargets } from '#test/landmarks.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

const PRODUCTS = INITIAL_CATEGORIES.flatMap((category, index) => [
  { name: `Birch ${category}`, category, price: 9000 - index * 100 },
  { name: `Aster ${category}`, category, price: 1000 + index * 100 },
])

const test = base.extend('products', { scope: 'file', auto: true }, async ({ connection }) => {
  for (const product of PRODUCTS) await buildProduct({ db: connection.db, now: new Date() }, product)
})

function productNames({ root }: { root: Markup }): string[] {
  const cards = findAll(root, ({ tag }) => tag === 'article')
  return cards.flatMap((card) => findAll(card, ({ tag }) => tag === 'h3')).map(textOf)
}

const names = (products: typeof PRODUCTS) => products.map(({ name }) => name)

for (const category of INITIAL_CATEGORIES) {
  test(`${category} shows only its own products, in its URL’s spelling`, async ({ guest }) => {
    const all = await guest.open('/categories')
    expect(productNames(all).toSorted()).toEqual(names(PRODUCTS).toSorted())
    const page = await all.follow(category)
    expect(page.heading).toBe(category)
    expect(page.path).toBe(`/categories?category=${new URLSearchParams({ c: category }).toString().slice(2)}`)
    expect(productNames(page).toSorted()).toEqual(
      names(PRODUCTS.filter((product) => product.category === category)).toSorted(),
    )
    const lowercase = await guest.get(`/categories?category=${encodeURIComponent(category.toLowerCase())}`)
    expect([lowercase.status, lowercase.headers.get('location')]).toEqual([301, page.path])
  })
}

test('a category of the list is chosen by its link', async ({ guest }) => {
  const all = await guest.open('/categories')
  const [path = ''] = linkTargets(findLandmark(all.root, 'nav', 'Categories'), 'Makeup')
  const makeup = await guest.open(path)
  expect(makeup.heading).toBe('Makeup')
  const expected = names(PRODUCTS.filter(({ category }) => category === 'Makeup'))
  expect(expected).toHaveLength(2)
  expect(productNames(makeup).toSorted()).toEqual(expected.toSorted())
})

test('the list is sorted by name or price within its category, with a button', async ({ guest }) => {
  const byName = await (await guest.open('/categories')).submit('Sort', { 'Sort by': 'name' })
  expect(byName.path).toBe('/categories?sort=name')
  expect(productNames(byName)).toEqual(names(PRODUCTS).toSorted())
  expect(byName.field('Sort by').value).toBe('name')
  const byPrice = await byName.submit('Sort', { 'Sort by': 'price' })
  expect(byPrice.path).toBe('/categories?sort=price')
  expect(productNames(byPrice)).toEqual(names(PRODUCTS.toSorted((a, b) => a.price - b.price)))
  const skincare = await byPrice.follow('Skincare')
  expect(skincare.path).toBe('/categories?category=Skincare&sort=price')
  expect((await skincare.submit('Sort', { 'Sort by': 'name' })).path).toBe(
    '/categories?category=Skincare&sort=name',
  )
})

test('the list offers every category, and orders by name and price', async ({ guest }) => {
  const { root } = await guest.open('/categories')
  const categories = findAll(root, ({ attributes }) => attributes['aria-label'] === 'Categories')
    .flatMap((nav) => findAll(nav, ({ tag }) => tag === 'a'))
    .map(textOf)
  expect(categories).toEqual(['All', 'Skincare', 'Makeup', 'Haircare', 'Fragrance', 'Tools & Accessories'])
  const orders = findAll(root, ({ attributes }) => attributes.name === 'sort').flatMap((select) =>
    findAll(select, ({ tag }) => tag === 'option').map(({ attributes }) => attributes.value),
  )
  expect(orders).toEqual(expect.arrayContaining(['name', 'price']))
})

test('a redirect to a category’s own spelling keeps the region', async ({ guest }) => {
  const { headers } = await guest.get('/categories?category=tools+%26+accessories&region=GB')
  expect(headers.get('location')).toBe('/categories?category=Tools+%26+Accessories&region=GB')
})

for (const query of [
  'sort=sideways',
  'category=',
  'category=ALL',
  'cursor=nonsense',
  'cursor=',
  'category=Makeup&category=x',
]) {
  test(`?${query} still shows a list`, async ({ guest }) => {
    const page = await guest.open(`/categories?${query}`)
    expect(page.status).toBe(200)
    expect(productNames(page).length).toBeGreaterThan(1)
  })
}

test('an unknown category is named with status 404, and all products are shown', async ({ guest }) => {
  const page = await guest.open('/categories?category=Nonsense')
  expect(page.status).toBe(404)
  expect(productNames(page)).toHaveLength(PRODUCTS.length)
  expect(page.main).toContain('We don’t have a category called “Nonsense”. Here’s everything we carry.')
  const long = await guest.open(`/categories?category=${'x'.repeat(4000)}`)
  expect(long.main).toContain(`We don’t have a category called “${'x'.repeat(40)}”.`)
  expect((await guest.open('/categories?category=All')).main).not.toContain('We don’t have a category')
})

test('a page beyond the end of the list links back to the first page', async ({ guest }) => {
  const endCursor = Buffer.from(JSON.stringify(['~~~', 'prd_zzzzzzzzzzzzzzzzzzzz'])).toString('base64url')
  const page = await guest.open(`/categories?category=Makeup&sort=name&cursor=${endCursor}`)
  expect(productNames(page)).toEqual([])
  expect(page.main).toContain('You’ve reached the end of the list.')
  expect(page.links('Back to first page')).toEqual(['/categories?category=Makeup&sort=name'])
})
