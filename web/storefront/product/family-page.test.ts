import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { execute } from '#db/sql.ts'
import { buildFamily } from '#test/families.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

/** The links of a group, each with its name, target, and whether it is the chosen one. */
function readChoices({ root }: { root: Markup }, title: string) {
  const group = findAll(root, ({ tag }) => tag === 'fieldset').find((fieldset) =>
    textOf(fieldset).startsWith(title),
  )
  const links = group ? findAll(group, ({ tag }) => tag === 'a') : []
  return {
    legend: group && textOf(findAll(group, ({ tag }) => tag === 'legend')[0] ?? group),
    links: links.map((link) => [
      textOf(link),
      link.attributes.href,
      link.attributes['aria-current'] === 'true',
    ]),
    colors: group
      ? findAll(group, ({ tag }) => tag === 'circle').map(({ attributes }) => attributes.fill)
      : [],
  }
}

const buildLipstick = (ctx: Context) =>
  buildFamily(ctx, {
    name: 'Page Lipstick',
    members: [
      { shadeName: 'Mulberry', shadeCode: '06', shadeColor: '#6b2a4a', sizeQuantity: 3.5, sizeUnit: 'g' },
      { shadeName: 'Coral', shadeColor: '#ff7f50', price: 4200, stock: 0 },
    ],
  })

test('a shade’s page has the family’s name, its own title, and each shade as a link, sold out or not', async ({
  ctx,
  guest,
}) => {
  const {
    products: [mulberry, coral],
  } = await buildLipstick(ctx)
  const page = await guest.open(`/product/${mulberry?.slug}`)
  expect(page.heading).toBe('Page Lipstick')
  expect(page.html).toContain('<title>Page Lipstick, Mulberry · Eternal Beauty</title>')
  expect(readChoices(page, 'Shade')).toEqual({
    legend: 'Shade: Mulberry 06',
    links: [
      ['Mulberry 06', `/product/${mulberry?.slug}`, true],
      ['Coral , sold out', `/product/${coral?.slug}`, false],
    ],
    colors: ['#6b2a4a', '#ff7f50'],
  })
  expect(readChoices(page, 'Size').links).toEqual([])
  const other = await guest.open(`/product/${coral?.slug}`)
  expect(readChoices(other, 'Shade').legend).toBe('Shade: Coral')
  expect(other.buttons).toContain('Sold out Page Lipstick, Coral')
  expect(other.main).toContain('$42.00')
})

test('a shade keeps the chosen size, or leads to one that exists', async ({ ctx, guest }) => {
  const shade = (shadeName: string) => ({ shadeName, shadeColor: '#c98d6b', sizeUnit: 'ml' as const })
  const {
    products: [fair30, fair50, deep50, deep70],
  } = await buildFamily(ctx, {
    name: 'Page Foundation',
    options: ['shade', 'size'],
    members: [
      { ...shade('Fair'), sizeQuantity: 30 },
      { ...shade('Fair'), sizeQuantity: 50 },
      { ...shade('Deep'), sizeQuantity: 50, stock: 0 },
      { ...shade('Deep'), sizeQuantity: 70 },
    ],
  })
  const large = await guest.open(`/product/${fair50?.slug}`)
  expect(readChoices(large, 'Shade').links).toEqual([
    ['Fair', `/product/${fair50?.slug}`, true],
    ['Deep , sold out', `/product/${deep50?.slug}`, false],
  ])
  expect(readChoices(large, 'Size').links).toEqual([
    ['30 ml', `/product/${fair30?.slug}`, false],
    ['50 ml', `/product/${fair50?.slug}`, true],
    ['70 ml', `/product/${deep70?.slug}`, false],
  ])
  const small = await large.follow('30 ml')
  expect(readChoices(small, 'Shade').links[1]).toEqual(['Deep', `/product/${deep70?.slug}`, false])
})

test('sizes, and shades without a color, are chosen by their text', async ({ ctx, guest }) => {
  const {
    products: [small],
  } = await buildFamily(ctx, {
    name: 'Page Perfume',
    options: ['size'],
    members: [50, 100].map((sizeQuantity) => ({ sizeQuantity, sizeUnit: 'ml' as const })),
  })
  const {
    products: [clear],
  } = await buildFamily(ctx, {
    name: 'Page Gloss',
    members: [{ shadeName: 'Clear' }, { shadeName: 'Rose', shadeColor: '#a0525e' }],
  })
  const perfume = await guest.open(`/product/${small?.slug}`)
  expect(readChoices(perfume, 'Size').legend).toBe('Size: 50 ml')
  expect(readChoices(perfume, 'Shade').links).toEqual([])
  const gloss = readChoices(await guest.open(`/product/${clear?.slug}`), 'Shade')
  expect([gloss.links.map(([name]) => name), gloss.colors]).toEqual([['Clear', 'Rose'], []])
})

test('a family differs by up to three options, which have the owner’s names', async ({ ctx, guest }) => {
  const candle = (option1: string, sizeQuantity: number, option2: string, stock = 10) => ({
    ...{ option1, option2, stock, sizeQuantity, sizeUnit: 'oz' },
  })
  const {
    id,
    products: [figSmall, figRefill, figLarge, cedarSmall],
  } = await buildFamily(ctx, {
    name: 'Page Candle',
    options: ['option1', 'size', 'option2'],
    optionSettings: {
      option1: { name: 'Scent', display: 'button' },
      option2: { name: 'Kit', display: 'list' },
    },
    members: [
      candle('Fig', 8, 'Jar'),
      candle('Fig', 8, 'Refill'),
      candle('Fig', 12, 'Jar', 0),
      candle('Cedar 🌲', 8, 'Jar'),
    ],
  })
  const refill = await guest.open(`/product/${figRefill?.slug}`)
  expect(refill.html).toContain('<title>Page Candle, Fig, 8 oz, Refill · Eternal Beauty</title>')
  expect(readChoices(refill, 'Scent').links).toEqual([
    ['Fig', `/product/${figRefill?.slug}`, true],
    ['Cedar 🌲', `/product/${cedarSmall?.slug}`, false],
  ])
  expect(readChoices(refill, 'Size').links).toEqual([
    ['8 oz', `/product/${figRefill?.slug}`, true],
    ['12 oz , sold out', `/product/${figLarge?.slug}`, false],
  ])
  expect(readChoices(refill, 'Kit')).toMatchObject({
    legend: 'Kit: Refill',
    links: [
      ['Jar', `/product/${figSmall?.slug}`, false],
      ['Refill', `/product/${figRefill?.slug}`, true],
    ],
  })
  const list = await guest.open('/categories?category=Makeup')
  expect(list.main).toContain('Page Candle')
  expect(list.main).toContain('4 options')
  const family = await (await guest.get(`/api/v1/families/${id}`)).json()
  expect(family).toMatchObject({
    options: ['option1', 'size', 'option2'],
    option_settings: { option1: { name: 'Scent' } },
    members: [
      {
        name: 'Page Candle, Fig, 8 oz, Jar',
        options: [
          { name: 'Scent', value: 'Fig' },
          { name: 'Size', value: '8 oz' },
          { name: 'Kit', value: 'Jar' },
        ],
      },
      ...[{}, {}, {}],
    ],
  })
})

test('a family’s reviews are on the page of each shade, and each names its shade', async ({ ctx, guest }) => {
  const {
    products: [mulberry, coral],
  } = await buildFamily(ctx, {
    name: 'Page Blush',
    members: [{ shadeName: 'Mulberry' }, { shadeName: 'Coral' }],
  })
  await execute(ctx.db)`
    insert into reviews (id, product_id, author, rating) values (${newId('review')}, ${mulberry?.id ?? ''}, 'Ada', 5)`
  expect((await guest.open(`/product/${coral?.slug}`)).main).toMatch(/Ada, .* Purchased: Mulberry/)
})
