import { buildProduct } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

const PRODUCTS = [
  { name: 'Satin Lipstick, Mulberry', category: 'Makeup', price: 2900 },
  { name: 'Rose Lip Balm', category: 'Makeup', price: 1800 },
  { name: 'Rose Blush', category: 'Makeup', price: 3400 },
  { name: 'Rose Hip Night Serum', category: 'Skincare', price: 8800 },
  { name: 'Rosemary Hair Oil', category: 'Haircare', price: 4200 },
]

const test = base.extend('products', { scope: 'file', auto: true }, async ({ connection }) => {
  for (const product of PRODUCTS) await buildProduct({ db: connection.db, now: new Date() }, product)
})

const productNames = ({ root }: { root: Markup }) =>
  findAll(root, ({ tag }) => tag === 'article')
    .flatMap((card) => findAll(card, ({ tag }) => tag === 'h3'))
    .map(textOf)

test('the page shows the query and its correction, and is not indexed', async ({ guest }) => {
  const page = await guest.open('/search?q=%20satn+lipstik%20')
  expect([page.status, page.heading]).toEqual([200, 'SearchResults'])
  const paragraphs = findAll(page.root, ({ tag }) => tag === 'p').map(textOf)
  expect(paragraphs).toContain('Search query: satn lipstik')
  expect(page.main).toContain('Showing results for satin lipstick')
  expect(page.html).toMatch(/<meta name="robots" content="noindex/)
  expect(productNames(page)).toEqual(['Satin Lipstick, Mulberry'])
})

test('the search page shows the products that match', async ({ guest }) => {
  expect(productNames(await guest.open('/search?q=serum'))).toEqual(['Rose Hip Night Serum'])
})

test('results are filtered by links', async ({ guest }) => {
  const all = await guest.open('/search?q=rose')
  expect(all.main).toMatch(/\b[34] products\b/)
  const filters = findAll(all.root, ({ tag }) => tag === 'nav').map(
    ({ attributes }) => attributes['aria-label'],
  )
  expect(filters).toEqual(expect.arrayContaining(['Category', 'Price']))
  const makeup = await all.follow('Makeup 2')
  expect(makeup.path).toBe('/search?q=rose&category=Makeup')
  expect(productNames(makeup).toSorted()).toEqual(['Rose Blush', 'Rose Lip Balm'])
  const cheap = await makeup.follow('Under $25 1')
  expect(cheap.path).toBe('/search?q=rose&category=Makeup&max_price=24.99')
  expect(productNames(cheap)).toEqual(['Rose Lip Balm'])
})

test('a search without results offers alternatives', async ({ guest }) => {
  const page = await guest.open('/search?q=rosemarzzzz')
  expect(page.main).toContain('No results for “rosemarzzzz”.')
  expect(page.links('rosemary')).toEqual(['/search?q=rosemary'])
  expect(page.main).toMatch(/browse a category: Skincare.*Fragrance.*Tools & Accessories/)
  expect(page.main).toContain('Customer favorites')
  expect(productNames(page).length).toBeGreaterThan(2)
  const filtered = await guest.open('/search?q=rose&category=Fragrance')
  expect(filtered.links('Clear filters')).toEqual(['/search?q=rose'])
})

test('an invalid search URL shows a friendly page', async ({ guest }) => {
  const unusualQueries: [query: string, status: number, says: string | RegExp][] = [
    ['', 200, 'What are you looking for?'],
    ['?q=', 200, 'What are you looking for?'],
    ['?q=%20%20', 200, 'What are you looking for?'],
    [`?q=${'long '.repeat(2000)}`, 400, 'at most 200 characters'],
    ['?q=%00', 400, 'What are you looking for?'],
    ['?q=🌹🌹🌹', 200, 'Search query: 🌹🌹🌹'],
    ["?q='; drop table products --", 200, "Search query: '; drop table products --"],
    ['?q=.*[a-z](((', 200, 'Search query: .*[a-z]((('],
    ['?q=%25_%25', 200, 'Search query: %_%'],
    ['?q=<script>alert(1)</script>', 200, 'Search query: <script>alert(1)</script>'],
    ['?q=عطر الورد', 200, 'Search query: عطر الورد'],
    ['?q=rose&category=Nonsense&min_price=x&max_price=-1&sort=sideways', 200, '3 products'],
    ['?q=rose&cursor=nonsense', 200, '3 products'],
    ['?q=rose&sort=price&cursor=nonsense', 200, '3 products'],
  ]
  for (const [query, status, expectedText] of unusualQueries) {
    const { pathname, search } = new URL(`/search${query}`, 'http://localhost')
    const page = await guest.open(pathname + search)
    expect([query.slice(0, 60), page.status, page.main]).toEqual([
      query.slice(0, 60),
      status,
      expect.stringContaining(String(expectedText)),
    ])
  }
})

test('a search with a NUL finds products and pages by its other characters', async ({ guest }) => {
  const page = await guest.open('/search?q=serum%00')
  expect([page.status, productNames(page)]).toEqual([200, ['Rose Hip Night Serum']])
})
