import { rebuildListingOptions } from '#core/catalog/listings/listing-options.server.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'
import { buildContext } from '#test/store.ts'

const RED = { shadeName: 'Ember', shadeColor: '#b3202a' }
const BERRY = { shadeName: 'Mulberry', shadeColor: '#6e1f3f' }

const test = base.extend('lipsticks', { scope: 'file', auto: true }, async ({ connection }) => {
  const ctx = buildContext(connection)
  const size = (sizeQuantity: number) => ({ sizeQuantity, sizeUnit: 'ml' as const })
  const { products } = await buildFamily(ctx, {
    name: 'Filter Lipstick',
    members: [BERRY, { ...RED, price: 6000 }, { shadeName: 'Soot', shadeColor: '#101010', stock: 0 }],
  })
  await buildFamily(ctx, {
    name: 'Filter Tint',
    members: [
      { ...RED, price: 2000, stock: 0 },
      { ...BERRY, shadeName: 'Plum' },
    ],
  })
  await buildFamily(ctx, {
    name: 'Filter Perfume',
    category: 'Fragrance',
    options: ['size'],
    members: [
      { ...size(100), price: 14_000 },
      { ...size(9), price: 3000 },
    ],
  })
  await buildProduct(ctx, { name: 'Filter Comb', category: 'Tools & Accessories', price: 1500 })
  return products
})

function cardNames({ root }: { root: Markup }): string[] {
  return findAll(root, ({ tag }) => tag === 'article')
    .flatMap((card) => findAll(card, ({ tag }) => tag === 'h3'))
    .map(textOf)
    .toSorted()
}

function options({ root }: { root: Markup }, group: string): string[] {
  const [nav] = findAll(root, ({ tag, attributes }) => tag === 'nav' && attributes['aria-label'] === group)
  return nav ? findAll(nav, ({ tag }) => tag === 'a').map(textOf) : []
}

test('a category offers the colors and sizes of its products, and each leads to a list and back', async ({
  guest,
  lipsticks,
}) => {
  const makeup = await guest.open('/categories?category=Makeup')
  expect(options(makeup, 'Color')).toEqual(['Red', 'Berry', 'Black'])
  expect(options(makeup, 'Size')).toEqual([])
  const red = await makeup.follow('Red')
  expect(red.path).toBe('/categories?category=Makeup&color=red')
  expect(cardNames(red)).toEqual(['Filter Lipstick'])
  // The card leads to the shade that matches.
  expect(red.links('Filter Lipstick')).toEqual([
    `/product/${lipsticks.find(({ price }) => price === 6000)?.slug}`,
  ])
  expect((await red.follow('Remove filter Red')).path).toBe('/categories?category=Makeup')
  expect((await red.follow('Clear filters')).path).toBe('/categories?category=Makeup')
  expect((await red.submit('Sort', { 'Sort by': 'name' })).path).toBe(
    '/categories?category=Makeup&color=red&sort=name',
  )
})

test('sold-out products are in the list only on request', async ({ guest }) => {
  const red = await guest.open('/categories?category=Makeup&color=red')
  const all = await red.follow('Include sold out')
  expect(all.path).toBe('/categories?availability=any&category=Makeup&color=red')
  expect(cardNames(all)).toEqual(['Filter Lipstick', 'Filter Tint'])
  const black = await guest.open('/categories?category=Makeup&color=black')
  expect(cardNames(black)).toEqual([])
  expect(black.main).toContain('Nothing matches these filters. Clear filters')
})

test('color, size, and price are met by one member together', async ({ guest }) => {
  const names = async (query: string) => cardNames(await guest.open(`/categories?${query}`))
  expect(await names('min_price=50&max_price=74.99&category=Makeup')).toEqual(['Filter Lipstick'])
  expect(await names('color=berry&min_price=50&category=Makeup')).toEqual([])
  expect(await names('size=9+ml')).toEqual(['Filter Perfume'])
  expect(await names('size=9+ml&min_price=100')).toEqual([])
  expect(options(await guest.open('/categories?category=Fragrance'), 'Size')).toEqual(['9 ml', '100 ml'])
})

test('prices are those of the shopper’s region', async ({ guest }) => {
  const page = await guest.open('/categories?region=GB&category=Makeup')
  expect(options(page, 'Price')).toContain('£20 to £40')
  const [band] = page.links('£40 to £60')
  expect(cardNames(await guest.open(`${band}&region=GB`))).toEqual(['Filter Lipstick'])
})

for (const query of [
  'color=sideways',
  'size=%00',
  'min_price=9&max_price=1',
  'min_price=-1',
  'availability=no',
  'color=red&color=pink',
  `size=${'9'.repeat(5000)}`,
]) {
  test(`?${query.slice(0, 30)} still shows a list`, async ({ guest }) => {
    expect((await guest.open(`/categories?${query}`)).status).toBe(200)
    expect((await guest.open(`/search?q=filter&${query}`)).status).toBe(200)
  })
}

test('a filtered list is not indexed, and its products’ category is', async ({ guest }) => {
  const head = async (path: string) => {
    const { root } = await guest.open(path)
    const tags = findAll(root, ({ tag }) => tag === 'link' || tag === 'meta')
    return {
      canonical: tags.find(({ attributes }) => attributes.rel === 'canonical')?.attributes.href,
      robots: tags.find(({ attributes }) => attributes.name === 'robots')?.attributes.content,
    }
  }
  expect(await head('/categories?category=Makeup&color=red')).toEqual({
    canonical: undefined,
    robots: 'noindex, follow',
  })
  expect((await head('/categories?category=Makeup&sort=price')).canonical).toMatch(
    /\/categories\?category=Makeup$/,
  )
})

test('a search is filtered by color, size, and stock', async ({ guest, lipsticks }) => {
  const all = await guest.open('/search?q=filter')
  expect(options(all, 'Color')).toEqual(['Red', 'Berry', 'Black'])
  expect(options(all, 'Size')).toEqual(['9 ml', '100 ml'])
  const red = await all.follow('Red')
  expect(red.path).toBe('/search?q=filter&color=red')
  expect(cardNames(red)).toEqual(['Filter Lipstick', 'Filter Tint'])
  expect(red.main).toContain('2 products')
  expect(red.links('Filter Lipstick')).toEqual([
    `/product/${lipsticks.find(({ price }) => price === 6000)?.slug}`,
  ])
  expect(cardNames(await guest.open('/search?q=filter&size=9+ml'))).toEqual(['Filter Perfume'])
  const black = await guest.open('/search?q=tint&color=black')
  expect(black.main).toContain('No products match these filters.')
})

test('the nightly job removes options that no product has', async ({ connection, guest }) => {
  await execute(connection.db)`
    insert into listing_options values ('Makeup', 'color', 'green'), ('Makeup', 'size', '1 l') on conflict do nothing`
  await execute(connection.db)`delete from listing_options where category = 'Fragrance'`
  await rebuildListingOptions(connection.db)
  expect(options(await guest.open('/categories?category=Makeup&sort=name'), 'Color')).toEqual([
    'Red',
    'Berry',
    'Black',
  ])
  expect(options(await guest.open('/categories?category=Fragrance&sort=name'), 'Size')).toEqual([
    '9 ml',
    '100 ml',
  ])
})
