import { signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a customer reviews a product, anyone reads the review, and staff can reject it', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const guest = store.visitor()
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const customers = [await signInVisitor(store, ctx.db), await signInVisitor(store, ctx.db)]
  const { id, slug } = await buildProduct(ctx)
  const path = `/api/v1/products/${id}/reviews`
  expect((await guest.post(path, { rating: 5 })).status).toBe(401)
  for (const [nth, customer] of customers.entries()) {
    const review = { rating: 4 + nth, title: `Review ${nth}`, body: 'Soft.' }
    expect((await customer.post(path, review)).status).toBe(403)
    const lines = [{ productId: id, quantity: 1 }]
    await buildOrder(ctx, { userId: customer.account.id, status: 'delivered', lines })
    const invalid = await customer.post(path, { ...review, rating: 6 })
    expect((await invalid.json()).error.fields).toEqual({ rating: 'Choose one to five stars.' })
    expect((await customer.post(path, review)).status).toBe(201)
    expect((await customer.post(path, review)).status).toBe(409)
  }
  const { data } = await (await admin.get('/api/v1/admin/reviews?status=published')).json()
  expect(data).toMatchObject([{ title: 'Review 1', status: 'published' }, { title: 'Review 0' }])
  for (const [status, shown] of [
    ['rejected', 1],
    ['published', 2],
  ] as const) {
    const moderated = await admin.patch(`/api/v1/admin/reviews/${data[0].id}`, { status })
    expect(await moderated.json()).toMatchObject({ id: data[0].id, status })
    expect((await (await guest.get(path)).json()).data).toHaveLength(shown)
  }
  expect((await admin.patch('/api/v1/admin/reviews/none', { status: 'published' })).status).toBe(404)

  const first = await (await guest.get(`/api/v1/products/${slug}/reviews?sort=highest&limit=1`)).json()
  expect(first.data).toMatchObject([{ title: 'Review 1', rating: 5, variant: null }])
  const second = await guest.get(`${path}?sort=highest&limit=1&cursor=${first.next_cursor}`)
  expect(await second.json()).toMatchObject({ data: [{ title: 'Review 0' }], next_cursor: null })
  const four = await (await guest.get(`${path}?stars=4`)).json()
  expect(four.data).toMatchObject([{ title: 'Review 0' }])
  for (const bad of ['?stars=6', '?cursor=bad', '?sort=constructor'])
    expect([bad, (await guest.get(path + bad)).status]).toEqual([bad, 400])
  expect((await guest.get('/api/v1/products/none/reviews')).status).toBe(404)
})
