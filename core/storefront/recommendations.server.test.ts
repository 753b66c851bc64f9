import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { recommendProducts } from './recommendations.server.ts'

const CONSULTANT_SLUGS = ['vitamin-c-morning-serum', 'white-peony-day-cream', 'rose-hip-night-serum']

test('the consultant recommends the same three products, in the order of a day', async ({ ctx }) => {
  for (const slug of CONSULTANT_SLUGS.toReversed()) await buildProduct(ctx, { slug })
  await buildProduct(ctx)
  const recommendations = await recommendProducts(ctx)
  expect(recommendations.map(({ product }) => product.slug)).toEqual(CONSULTANT_SLUGS)
  expect(new Set(recommendations.map(({ reason }) => reason)).size).toBe(3)
})

test('without one of the three, the consultant recommends the newest products in stock', async ({ ctx }) => {
  for (const slug of CONSULTANT_SLUGS)
    await buildProduct(ctx, { slug, status: slug === CONSULTANT_SLUGS[0] ? 'archived' : 'published' })
  const day = (number: number) => new Date(Date.UTC(2099, 0, number))
  const built = []
  for (let n = 1; n <= 4; n++)
    built.push(await buildProduct(ctx, { createdAt: day(n), stock: n === 4 ? 0 : 1, tagline: `Soft ${n}` }))
  const recommendations = await recommendProducts(ctx)
  expect(recommendations.map(({ product }) => product.id)).toEqual([built[2]?.id, built[1]?.id, built[0]?.id])
  expect(recommendations[0]?.reason).toBe('Soft 3')
})
