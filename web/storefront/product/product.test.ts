import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { findLandmark, textsOf } from '#test/landmarks.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

function ratings({ root }: { root: Markup }): string[] {
  const section = findAll(root, ({ attributes }) => attributes.id === 'reviews')[0]
  return section ? (textOf(section).match(/\d out of 5(?!,)/g) ?? []) : []
}

async function buildReviews({ db }: Context, productId: string, stars: number[]): Promise<void> {
  for (const rating of stars)
    await execute(db)`
      insert into reviews (id, product_id, author, rating) values (${newId('review')}, ${productId}, 'Ada', ${rating})`
}

test('a product shows its name, price, size, availability, benefits, steps, and ingredients', async ({
  ctx,
  guest,
}) => {
  const product = await buildProduct(ctx, {
    name: 'Rose Mist',
    price: 4800,
    sizeQuantity: 50,
    sizeUnit: 'ml',
    benefits: ['Softens'],
    howToUse: ['Spray'],
    ingredients: ['Water', 'Rose'],
  })
  const page = await guest.open(`/product/${product.slug}`)
  expect(page.html).toContain('<title>Rose Mist')
  expect(page.heading).toBe('Rose Mist')
  for (const text of ['Pale Orchard', product.tagline, 'A product of a test.', '$48.00', 'In stock'])
    expect(page.main).toContain(text)
  for (const text of ['$48.00 50 ml', 'Benefits Softens', 'How to use Spray', 'Water, Rose'])
    expect(page.main).toContain(text)
})

test('benefits, ingredients, and how to use open under their headings, above what customers might also like', async ({
  ctx,
  guest,
}) => {
  const details = { benefits: ['Softens'], ingredients: ['Water', 'Rose'], howToUse: ['Spray'] }
  const { slug } = await buildProduct(ctx, details)
  const other = await buildProduct(ctx)
  const { root } = await guest.open(`/product/${slug}`)
  const sections = findAll(root, ({ tag }) => tag === 'details')
  const sectionText = (heading: string) =>
    sections.filter((section) => textsOf(section, 'h2').includes(heading)).map(textOf)
  expect(sectionText('Benefits')).toEqual([expect.stringContaining('Softens')])
  expect(textOf(findLandmark(root, 'section', 'Ingredients'))).toContain('Water, Rose')
  expect(sectionText('How to use')).toEqual([expect.stringContaining('Spray')])
  const related = findLandmark(root, 'section', 'You Might Also Like')
  expect(textsOf(related, 'article').join()).toContain(other.name)
})

test.for([
  ['US', '$48.00 50 ml Soft. In stock'],
  ['CA', 'C$64.80 50 ml Soft. In stock'],
  ['GB', '£38.40 50 ml, £7.68 / 10 ml Soft. In stock'],
  ['IN', '₹3,984 50 ml, ₹797 / 10 ml Soft. In stock'],
] as const)(
  'in %s, the unit price is shown only if law requires it',
  async ([region, text], { ctx, guest }) => {
    const { slug } = await buildProduct(ctx, { price: 4800, sizeQuantity: 50, sizeUnit: 'ml' })
    guest.cookies.set('userSelectedRegion', region)
    expect((await guest.open(`/product/${slug}`)).main).toContain(text)
  },
)

test('a product opens by its slug or its ID, and a slug in capitals redirects', async ({ ctx, guest }) => {
  const { id, slug, name } = await buildProduct(ctx)
  for (const key of [slug, id]) {
    const page = await guest.open(`/product/${key}`)
    expect([page.status, page.path, page.heading]).toEqual([200, `/product/${key}`, name])
    expect(page.html).toContain(`<link rel="canonical" href="http://localhost:3000/product/${slug}"/>`)
  }
  const response = await guest.get(`/product/${slug.toUpperCase()}?region=GB`)
  expect([response.status, response.headers.get('location')]).toEqual([301, `/product/${slug}?region=GB`])
})

test('a draft and an unknown product have no page', async ({ ctx, guest }) => {
  const draft = await buildProduct(ctx, { status: 'draft', name: 'A secret' })
  for (const id of [
    draft.id,
    'prd_00000000000000000000',
    'nothing',
    '%00',
    '1%27%20or%201=1',
    `prd_${'z'.repeat(400)}`,
  ]) {
    const page = await guest.open(`/product/${id}`)
    expect([id, page.status, page.heading]).toEqual([id, 404, 'Oops! Page not found'])
    expect(page.html).not.toContain('A secret')
    expect(page.links('Return to Home')).toEqual(['/'])
  }
})

test('promises, delivery, and related products are shown in the shopper’s currency', async ({
  ctx,
  guest,
}) => {
  const { slug, name } = await buildProduct(ctx)
  for (let count = 0; count < 4; count++) await buildProduct(ctx)
  guest.cookies.set('userSelectedRegion', 'IN')
  const page = await guest.open(`/product/${slug}`)
  for (const text of [
    'Free Shipping on orders 75+ On orders over ₹6,225.',
    '30-Day Return',
    '100% Genuine',
    'Arrives in India in 6–10 business days.',
  ])
    expect(page.main).toContain(text)
  const promises = findLandmark(page.root, 'ul', 'Our promises')
  for (const promise of ['Free Shipping on orders 75+', '30-Day Return', '100% Genuine'])
    expect(textsOf(promises, 'span')).toContain(promise)
  const related = findAll(page.root, ({ tag }) => tag === 'article').map(textOf)
  expect(related).toHaveLength(4)
  expect(related.filter((text) => text.includes(`${name} `))).toEqual([])
})

test('reviews are filtered, sorted, and paged by links', async ({ ctx, guest }) => {
  const { id, slug } = await buildProduct(ctx)
  expect((await guest.open(`/product/${slug}`)).main).toContain('No reviews yet.')
  await buildReviews(ctx, id, [5, 5, 5, 4, 5, 3, 5, 4, 5])
  const page = await guest.open(`/product/${slug}`)
  expect(page.main).toContain('out of 5, from 9 reviews')
  expect(ratings(page)).toHaveLength(5)
  const more = await page.follow('More reviews')
  expect(ratings(more)).toHaveLength(4)
  const lowest = await more.follow('Lowest')
  expect(ratings(lowest)[0]).toBe('3 out of 5')
  const fourStars = await lowest.follow('4 stars 2 reviews')
  expect(fourStars.path).toMatch(/\?stars=4&reviews=lowest#reviews$/)
  expect(ratings(fourStars)).toEqual(['4 out of 5', '4 out of 5'])
  expect((await fourStars.follow('2 stars 0 reviews')).main).toContain('No 2-star reviews yet.')
  for (const query of ['stars=9&reviews=best&after=nonsense', 'stars=1.5', 'after=WyJ4IiwieCJd']) {
    const invalid = await guest.open(`/product/${slug}?${query}`)
    expect([query, invalid.status, ratings(invalid).length]).toEqual([query, 200, 5])
  }
})

test('a sold-out product can’t be added', async ({ ctx, guest }) => {
  const { slug } = await buildProduct(ctx, { stock: 0, name: 'Gone' })
  const { root, main } = await guest.open(`/product/${slug}`)
  const button = findAll(root, ({ tag, attributes }) => tag === 'button' && 'disabled' in attributes)
  expect(button.map(textOf)).toContain('Sold out Gone')
  expect(main).not.toContain('Quantity')
})

test('a button adds the chosen quantity to an account’s cart, and sends a guest to the login', async ({
  ctx,
  guest,
  customer,
}) => {
  const { slug, name } = await buildProduct(ctx, { stock: 5 })
  const add = `Add to cart ${name}`
  const login = await (await guest.open(`/product/${slug}`)).submit(add)
  expect(login.path).toBe(`/login?next=${encodeURIComponent(`/product/${slug}`)}`)
  expect(login.text).toContain('Please log in')
  const page = await customer.open(`/product/${slug}`)
  expect(page.field('Quantity').value).toBe('1')
  const added = await page.submit(add, { Quantity: '2' })
  expect(added.path).toBe(`/product/${slug}`)
  expect(added.text).toContain('Added to cart!')
  expect((await (await customer.get('/api/v1/cart')).json()).data).toMatchObject([{ quantity: 2 }])
  const refused = await added.submit(add, { Quantity: '1e9' })
  expect(refused.text).toContain('Only a few are left. Choose a smaller quantity.')
})
