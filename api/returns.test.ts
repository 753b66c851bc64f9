import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('only the buyer requests a return, and only an administrator receives and closes it', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const eve = await signInVisitor(store, ctx.db)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const { id: product_id } = await buildProduct(ctx)
  const { id } = await buildOrder(ctx, {
    userId: grace.account.id,
    status: 'delivered',
    lines: [{ productId: product_id, quantity: 2 }],
  })
  await execute(ctx.db)`update orders set delivered_at = now() where id = ${id}`
  await execute(ctx.db)`
    insert into payments (id, order_id, provider, provider_id, amount, currency, state, paid_at)
    values ('pay_x', ${id}, 'stripe', 'cs_x', 9600, 'usd', 'paid', now())`
  const path = `/api/v1/orders/${id}/returns`
  const returnRequest = { items: [{ product_id, quantity: 1 }], reason: 'Too sweet' }
  expect((await store.visitor().post(path, returnRequest)).status).toBe(401)
  expect((await eve.post(path, returnRequest)).status).toBe(404)
  expect((await grace.post(path, { items: [], reason: '' })).status).toBe(400)
  expect((await grace.post(path, { ...returnRequest, items: [{ product_id, quantity: 3 }] })).status).toBe(
    409,
  )
  const response = await grace.post(path, returnRequest)
  const created = await response.json()
  expect([response.status, created]).toMatchObject([
    201,
    { order_id: id, state: 'requested', ...returnRequest },
  ])
  expect(await (await grace.get(path)).json()).toEqual({ data: [created], next_cursor: null })
  expect((await eve.get(path)).status).toBe(404)

  const adminUrl = `/api/v1/admin/returns`
  expect((await grace.get(adminUrl)).status).toBe(403)
  expect((await (await admin.get(adminUrl)).json()).data).toEqual([created])
  const returnUrl = `${adminUrl}/${created.id}`
  for (const action of ['receipt', 'refusal', 'refund'])
    expect((await grace.post(`${returnUrl}/${action}`, { amount: 1, reason: 'No' })).status).toBe(403)
  expect(await (await admin.post(`${returnUrl}/receipt`)).json()).toMatchObject({ state: 'received' })
  expect((await admin.post(`${returnUrl}/refund`, { amount: 9601 })).status).toBe(409)
  expect((await admin.post(`${returnUrl}/inspection`, { note: 'Fine' })).status).toBe(200)
  const closed = await admin.post(`${returnUrl}/refund`, {})
  expect([closed.status, await closed.json()]).toMatchObject([
    200,
    { state: 'closed', closed_at: expect.any(String) },
  ])
  expect((await admin.post(`${returnUrl}/refusal`, { reason: 'No' })).status).toBe(409)
  expect((await admin.post(`${adminUrl}/ret_none/receipt`)).status).toBe(404)
  expect((await (await admin.get(adminUrl)).json()).data).toEqual([])
  expect((await (await grace.get(`/api/v1/orders/${id}`)).json()).refunded).toBe(4800)
})
