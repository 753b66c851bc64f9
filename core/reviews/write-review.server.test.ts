import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { ReviewDraft, reviewedBy, writeReview } from './write-review.server.ts'

test('a buyer reviews what was delivered, once, under their first name', async ({ ctx }) => {
  const grace = { ...ctx, actor: { ...(await buildActor(ctx.db)), fullName: 'Grace Adeyemi' } }
  const bought = await buildProduct(ctx)
  const waiting = await buildProduct(ctx)
  const lines = (productId: string) => [{ productId, quantity: 1 }]
  await buildOrder(ctx, { userId: grace.actor.id, status: 'delivered', lines: lines(bought.id) })
  await buildOrder(ctx, { userId: grace.actor.id, status: 'shipped', lines: lines(waiting.id) })
  const draft = { product_id: bought.id, rating: 4, title: 'Soft', body: '' }
  await expect(writeReview(ctx, draft)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(writeReview(grace, { ...draft, product_id: waiting.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await writeReview(grace, draft)
  await expect(writeReview(grace, { ...draft, rating: 1 })).rejects.toMatchObject({ code: 'conflict' })
  expect(await reviewedBy(grace, [bought.id, waiting.id])).toEqual(new Set([bought.id]))
  const { rows } = await ctx.db.execute(
    `select author, rating, (select review_count from products p where p.id = product_id) as count
     from reviews where product_id = '${bought.id}'`,
  )
  expect(rows).toEqual([{ author: 'Grace', rating: 4, count: 1 }])
})

test('stars are whole, from one to five', () => {
  for (const rating of ['0', '6', '2.5', '', 'many'])
    expect(ReviewDraft.safeParse({ product_id: 'prd', rating }).success).toBe(false)
  expect(ReviewDraft.parse({ product_id: 'prd', rating: '3' })).toMatchObject({
    rating: 3,
    title: '',
    body: '',
  })
})
