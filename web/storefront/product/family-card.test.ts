import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

function findCard(root: Markup, name: string): Markup | undefined {
  const cards = findAll(root, ({ tag }) => tag === 'article')
  return cards.find((card) =>
    findAll(card, ({ tag }) => tag === 'h3').some((title) => textOf(title) === name),
  )
}

function readCard({ root }: { root: Markup }, name: string) {
  const card = findCard(root, name)
  if (!card) return undefined
  const links = findAll(card, ({ tag }) => tag === 'a')
  return {
    text: textOf(card),
    targets: [...new Set(links.map(({ attributes }) => attributes.href))],
    dots: findAll(card, ({ tag }) => tag === 'circle').map(({ attributes }) => attributes.fill),
  }
}

const RED = { shadeName: 'Ember', shadeColor: '#b3202a' }
const shades = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    shadeName: `Shade ${index}`,
    shadeColor: `#a0000${index}`,
  }))

test('a family is one card with its name, up to five dots, its count of shades, and a link to choose one', async ({
  ctx,
  guest,
}) => {
  const {
    products: [sold, first],
  } = await buildFamily(ctx, {
    name: 'Card Lipstick',
    members: [{ ...RED, stock: 0 }, ...shades(6)],
  })
  for (const path of ['/categories?category=Makeup', '/search?q=card+lipstick']) {
    const card = readCard(await guest.open(path), 'Card Lipstick')
    expect(card?.text).toContain('7 shades $38.00')
    expect(card?.text).toContain('Choose a shade of Card Lipstick')
    expect(card?.text).not.toMatch(/Add to cart|Sold out|from/)
    expect(card?.targets).toEqual([`/product/${first?.slug}`])
    expect(card?.dots).toEqual(['#b3202a', '#a00000', '#a00001', '#a00002', '#a00003'])
  }
  const ofShade = readCard(await guest.open('/search?q=card+lipstick+ember'), 'Card Lipstick')
  expect(ofShade?.targets).toEqual([`/product/${sold?.slug}`])
  expect(ofShade?.text).not.toContain('Sold out')
})

test('a price is “from” the lowest only if prices differ', async ({ ctx, guest }) => {
  await buildFamily(ctx, {
    name: 'Card Perfume',
    category: 'Fragrance',
    options: ['size'],
    members: [
      { sizeQuantity: 50, sizeUnit: 'ml', price: 9000 },
      { sizeQuantity: 100, sizeUnit: 'ml', price: 14000 },
    ],
  })
  const card = readCard(await guest.open('/categories?category=Fragrance'), 'Card Perfume')
  expect(card?.text).toContain('2 sizes from $90.00')
  expect(card?.text).toContain('Choose a size of Card Perfume')
  expect(card?.dots).toEqual([])
})

test('a family with shades and sizes counts both, and is sold out only when all of them are', async ({
  ctx,
  guest,
}) => {
  const sizes = [30, 50].map((sizeQuantity) => ({ sizeQuantity, sizeUnit: 'ml' as const, stock: 0 }))
  await buildFamily(ctx, {
    name: 'Card Foundation',
    options: ['shade', 'size'],
    members: shades(2).flatMap((shade) => sizes.map((size) => ({ ...shade, ...size }))),
  })
  const card = readCard(await guest.open('/search?q=card+foundation'), 'Card Foundation')
  expect(card?.text).toContain('2 shades, 2 sizes')
  expect(card?.text).toContain('Sold out')
  expect(card?.text).toContain('Choose a shade')
})

test('a single product, and a family with one product, can be added from the card', async ({
  ctx,
  guest,
}) => {
  await buildFamily(ctx, { name: 'Card Balm', category: 'Haircare', members: [RED] })
  await buildProduct(ctx, { name: 'Card Oil', category: 'Haircare' })
  const page = await guest.open('/categories?category=Haircare')
  expect(readCard(page, 'Card Balm, Ember')?.text).toContain('Add to cart Card Balm, Ember')
  expect(readCard(page, 'Card Oil')?.text).toContain('Add to cart Card Oil')
})

test('a pre-order says so on its card, while there is stock of it', async ({ ctx, guest }) => {
  for (const [name, stock] of [
    ['Card Balm in June', 5],
    ['Card Balm sold out', 0],
  ] as const)
    await buildProduct(ctx, { name, stock })
  await execute(ctx.db)`update products set preorder_date = '2027-06-03' where name like 'Card Balm%'`
  const search = await guest.open('/search?q=card+balm')
  expect(readCard(search, 'Card Balm in June')?.text).toContain('Pre-order')
  expect(readCard(search, 'Card Balm sold out')?.text).toMatch(/^((?!Pre-order).)*Sold out/)
})
