import { z } from 'zod'
import { query, sql } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { findReviewedProducts, ReviewDraft, writeReview } from './write-review.server.ts'

test('a customer reviews a delivered product once, under their first name', async ({ ctx }) => {
  const grace = { ...ctx, actor: { ...(await buildActor(ctx.db)), fullName: 'Grace Adeyemi' } }
  const delivered = await buildProduct(ctx)
  const shipped = await buildProduct(ctx)
  const lines = (productId: string) => [{ productId, quantity: 1 }]
  await buildOrder(ctx, { userId: grace.actor.id, status: 'delivered', lines: lines(delivered.id) })
  await buildOrder(ctx, { userId: grace.actor.id, status: 'shipped', lines: lines(shipped.id) })
  const draft = { product_id: delivered.id, rating: 4, title: 'Soft', body: '' }
  await expect(writeReview(ctx, draft)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(writeReview(grace, { ...draft, product_id: shipped.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await writeReview(grace, draft)
  await expect(writeReview(grace, { ...draft, rating: 1 })).rejects.toMatchObject({ code: 'conflict' })
  expect(await findReviewedProducts(grace, [delivered.id, shipped.id])).toEqual(new Set([delivered.id]))
  const rows = await query(
    ctx.db,
    z.strictObject({ author: z.string(), rating: z.int(), count: z.int() }),
    sql`select author, rating, (select review_count from products p where p.id = product_id) as count
      from reviews where product_id = ${delivered.id}`,
  )
  expect(rows).toEqual([{ author: 'Grace', rating: 4, count: 1 }])
})

test('a rating is a whole number from one to five', () => {
  for (const rating of ['0', '6', '2.5', '', 'many'])
    expect(ReviewDraft.safeParse({ product_id: 'prd', rating }).success).toBe(false)
  expect(ReviewDraft.parse({ product_id: 'prd', rating: '3' })).toMatchObject({
    rating: 3,
    title: '',
    body: '',
  })
})
