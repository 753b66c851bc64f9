import { z } from 'zod'
import { query } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { findProduct } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { listAdminReviews } from './moderate-reviews.server.ts'
import { findReviewedProducts, ReviewDraft, writeReview } from './write-review.server.ts'

async function buyProduct(ctx: Context, customer: Context) {
  const { id } = await buildProduct(ctx)
  const userId = customer.actor.kind === 'user' ? customer.actor.id : null
  await buildOrder(ctx, { userId, status: 'delivered', lines: [{ productId: id, quantity: 1 }] })
  return id
}
const draft = (productId: string, rating = 4) => ({ productId, rating, title: 'Soft', body: '' })

test('a customer reviews a delivered product once, under their first name', async ({ ctx }) => {
  const grace = { ...ctx, actor: { ...(await buildActor(ctx.db)), fullName: 'Grace Adeyemi' } }
  const delivered = await buildProduct(ctx)
  const shipped = await buildProduct(ctx)
  const lines = (productId: string) => [{ productId, quantity: 1 }]
  await buildOrder(ctx, { userId: grace.actor.id, status: 'delivered', lines: lines(delivered.id) })
  await buildOrder(ctx, { userId: grace.actor.id, status: 'shipped', lines: lines(shipped.id) })
  const draft = { productId: delivered.id, rating: 4, title: 'Soft', body: '' }
  await expect(writeReview(ctx, draft)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(writeReview(grace, { ...draft, productId: shipped.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await writeReview(grace, draft)
  await expect(writeReview(grace, { ...draft, rating: 1 })).rejects.toMatchObject({ code: 'conflict' })
  expect(await findReviewedProducts(grace, [delivered.id, shipped.id])).toEqual(new Set([delivered.id]))
  const rows = await query(ctx.db, z.strictObject({ author: z.string(), rating: z.int(), count: z.int() }))`
    select author, rating, (select review_count from products p where p.id = product_id) as count
    from reviews where product_id = ${delivered.id}`
  expect(rows).toEqual([{ author: 'Grace', rating: 4, count: 1 }])
})

test('a rating is a whole number from one to five', () => {
  for (const rating of ['0', '6', '2.5', '', 'many'])
    expect(ReviewDraft.safeParse({ productId: 'prd', rating }).success).toBe(false)
  expect(ReviewDraft.parse({ productId: 'prd', rating: '3' })).toMatchObject({
    rating: 3,
    title: '',
    body: '',
  })
})

test('of many reviews that one customer sends at once, one is published and counted', async ({
  ctx,
  customer,
}) => {
  const id = await buyProduct(ctx, customer)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => writeReview(customer, draft(id))))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', message: 'You’ve already reviewed this product.' },
  })
  expect(await findProduct(ctx, id)).toMatchObject({ reviewCount: 1 })
})

test.for(['pending', 'processing', 'shipped', 'cancelled'] as const)(
  'a product of an order that is %s can’t be reviewed yet',
  async (status, { ctx, customer }) => {
    const { id } = await buildProduct(ctx)
    const userId = customer.actor.kind === 'user' ? customer.actor.id : null
    await buildOrder(ctx, { userId, status, lines: [{ productId: id, quantity: 1 }] })
    await expect(writeReview(customer, draft(id))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You can review a product once your order has been delivered.',
    })
  },
)

test('someone else’s purchase gives no right to review', async ({ ctx, customer }) => {
  const id = await buyProduct(ctx, customer)
  const other = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(writeReview(other, draft(id))).rejects.toMatchObject({ code: 'forbidden' })
  expect(await findReviewedProducts(other, [id])).toEqual(new Set())
  expect(await findReviewedProducts(ctx, [id])).toEqual(new Set())
})

test('a review has up to 120 characters in its title and 4,000 in its text', () => {
  const parse = (review: object) =>
    ReviewDraft.safeParse({ productId: 'prd', rating: 5, ...review }).error?.issues[0]?.message
  expect(parse({ title: 'x'.repeat(120), body: 'x'.repeat(4000) })).toBeUndefined()
  expect(parse({ title: 'x'.repeat(121) })).toBe('Use at most 120 characters.')
  expect(parse({ body: 'x'.repeat(4001) })).toBe('Use at most 4,000 characters.')
  expect(parse({ rating: 6 })).toBe('Choose one to five stars.')
})

test('a customer without a name reviews as “A customer”', async ({ ctx, admin }) => {
  const nameless = { ...ctx, actor: { ...(await buildActor(ctx.db)), fullName: ' ' } }
  await writeReview(nameless, { ...draft(await buyProduct(ctx, nameless)), title: 'Nameless review' })
  const { rows } = await listAdminReviews(admin, { search: 'nameless review' })
  expect(rows).toMatchObject([{ author: 'A customer' }])
})
