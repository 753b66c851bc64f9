import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client creates a collection by rule, reads its products, and deletes it', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  await buildProduct(ctx, { name: 'Dear', price: 9000 })
  await buildProduct(ctx, { name: 'Cheap', price: 900 })
  const created = await admin.post('/api/v1/admin/collections', {
    name: 'Under $10',
    rule: { max_price: 1000 },
  })
  expect(created.status).toBe(201)
  const { id, edition, rule } = await created.json()
  expect(rule).toEqual({
    ...{ brand: '', keyword: '', category: '', min_price: null, max_price: 1000, new_days: null },
    reduced: false,
  })
  const read = async (path: string) => (await admin.get(`/api/v1${path}`)).json()
  expect((await read('/collections')).data).toEqual([
    { name: 'Under $10', slug: 'under-10', description: '', url: '/collections/under-10', image_url: null },
  ])
  expect(await read('/collections/under-10/products')).toMatchObject({
    data: [{ name: 'Cheap', price: 9 }],
    next_cursor: null,
  })
  const stale = await admin.patch(`/api/v1/admin/collections/${id}`, { name: 'Other', edition: edition - 1 })
  expect(stale.status).toBe(409)
  const refused = await admin.patch(`/api/v1/admin/collections/${id}`, { rule: { new_days: 0 } })
  expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, ['rule.new_days']])
  expect((await admin.delete(`/api/v1/admin/collections/${id}`)).status).toBe(204)
  expect((await admin.get('/api/v1/collections/under-10/products')).status).toBe(404)
})
