import { signInVisitor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an administrator tags and notes orders and customers, and customers can’t', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const customer = await signInVisitor(store, connection.db)
  const { number } = await buildOrder(ctx, { userId: customer.account.id })
  for (const path of [`/api/v1/admin/orders/${number}`, `/api/v1/admin/profiles/${customer.account.id}`]) {
    const put = (tags: string[]) => admin.request('PUT', `${path}/tags`, { json: { tags } })
    expect(await (await put(['VIP', 'vip ', 'Gift'])).json()).toEqual({ tags: ['Gift', 'vip'] })
    expect((await put(Array.from({ length: 11 }, (_, index) => `tag ${index}`))).status).toBe(400)
    expect((await put(['x'.repeat(31)])).status).toBe(400)
    expect((await admin.post(`${path}/notes`, { note: 'Call first' })).status).toBe(201)
    expect((await admin.post(`${path}/notes`, { note: ' ' })).status).toBe(400)
    const organization = await (await admin.get(`${path}/organization`)).json()
    expect(organization).toMatchObject({ tags: ['Gift', 'vip'], notes: [{ note: 'Call first' }] })
    expect((await customer.get(`${path}/organization`)).status).toBe(403)
    expect((await customer.request('PUT', `${path}/tags`, { json: { tags: [] } })).status).toBe(403)
  }
})
