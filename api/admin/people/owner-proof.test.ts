import { buildAccount, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const RULES = {
  refunds_above: 1000,
  support_refunds: 5000,
  role_changes: false,
  bulk_deletion: false,
  personal_data_export: false,
}
const KEY = { name: 'Sync', scopes: ['orders:read'] }
const ENDPOINT = { url: 'https://93.184.216.34/', events: ['order.paid'] }

test('ten minutes after the sign-in, changes that give access need the password', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const owner = await signInVisitor(store, ctx.db, { role: 'admin' })
  const [grace, packer] = [await buildAccount(ctx.db), await buildAccount(ctx.db, { staffRole: 'packer' })]
  const api = (path: string) => `/api/v1/admin/${path}`
  const { id: endpoint } = await (await owner.post(api('webhooks'), ENDPOINT)).json()
  await owner.post(api('staff/invitations'), { email: 'new@orchard.example', staff_role: 'editor' })
  const { data: invitations } = await (await owner.get(api('staff/invitations'))).json()
  const changes: [method: string, path: string, body: object, status: number][] = [
    ['PATCH', `profiles/${grace.id}`, { role: 'admin' }, 200],
    ['PATCH', `staff/${packer.id}`, { staff_role: 'manager' }, 204],
    ['POST', 'staff/invitations', { email: 'ines@orchard.example', staff_role: 'packer' }, 204],
    ['POST', `staff/invitations/${invitations[0].id}/resend`, {}, 204],
    ['PUT', 'approval-rules', { ...RULES, version: 0 }, 200],
    ['POST', 'api-keys', KEY, 201],
    ['POST', 'webhooks', ENDPOINT, 201],
    ['PATCH', `webhooks/${endpoint}`, { url: 'https://93.184.216.35/' }, 200],
    ['POST', `webhooks/${endpoint}/secret`, {}, 200],
  ]
  await connection.pool.query(`update auth_sessions set created_at = now() - interval '11 minutes'`)
  const send = (method: string, path: string, json: object) => owner.request(method, api(path), { json })
  for (const [method, path, body, status] of changes) {
    const refused = await send(method, path, body)
    expect([path, refused.status, (await refused.json()).error]).toEqual([
      path,
      403,
      expect.objectContaining({
        code: 'reauthentication_required',
        fields: { password: expect.any(String) },
      }),
    ])
    expect([path, (await send(method, path, { ...body, password: 'wrong' })).status]).toEqual([path, 400])
    expect([path, (await send(method, path, { ...body, password: PASSWORD })).status]).toEqual([path, status])
  }
})

test('just after the sign-in, and for what takes access away, no password is needed', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const owner = await signInVisitor(store, ctx.db, { role: 'admin' })
  const packer = await buildAccount(ctx.db, { staffRole: 'packer' })
  const path = `/api/v1/admin/staff/${packer.id}`
  expect((await owner.patch(path, { staff_role: 'editor' })).status).toBe(204)
  const { id: endpoint } = await (await owner.post('/api/v1/admin/webhooks', ENDPOINT)).json()
  const { id: key } = await (await owner.post('/api/v1/admin/api-keys', KEY)).json()
  await connection.pool.query(`update auth_sessions set created_at = now() - interval '11 minutes'`)
  const pause = { description: 'Warehouse', state: 'paused' }
  expect((await owner.patch(`/api/v1/admin/webhooks/${endpoint}`, pause)).status).toBe(200)
  expect((await owner.request('DELETE', `/api/v1/admin/api-keys/${key}`)).status).toBe(204)
})
