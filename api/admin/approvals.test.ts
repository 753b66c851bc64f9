import { contextForVisitor, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const RULES = '/api/v1/admin/approval-rules'
const APPROVALS = '/api/v1/admin/approvals'

const ALL_ON = {
  refunds_above: 1000,
  support_refunds: 5000,
  role_changes: true,
  bulk_deletion: true,
  personal_data_export: true,
  personal_records_per_day: 500,
}

test('a high-risk action answers 202, and another owner approves it', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const [ada, ben] = [
    await signInVisitor(store, connection.db, { role: 'admin' }),
    await signInVisitor(store, connection.db, { role: 'admin' }),
  ]
  const grace = await signInVisitor(store, connection.db)
  const rules = await ada.request('PUT', RULES, { json: { ...ALL_ON, version: 0 } })
  expect(rules.status).toBe(200)
  expect(await rules.json()).toMatchObject({ in_effect: ALL_ON, approvers: 2 })
  const profile = `/api/v1/admin/profiles/${grace.account.id}`
  const refused = await ada.patch(profile, { role: 'admin' })
  expect(refused.status).toBe(400)
  expect((await refused.json()).error.fields).toHaveProperty('approval_reason')
  const waiting = await ada.patch(profile, { role: 'admin', approval_reason: 'She joins us' })
  expect(waiting.status).toBe(202)
  const request = await waiting.json()
  expect(request).toMatchObject({ state: 'requested', action: 'change-role', reason: 'She joins us' })
  expect((await ada.post(`${APPROVALS}/${request.id}/approve`, {})).status).toBe(403)
  const approved = await ben.post(`${APPROVALS}/${request.id}/approve`, { reason: 'Fine' })
  expect(await approved.json()).toMatchObject({ state: 'approved', decided_by: ben.account.email })
  expect((await ben.post(`${APPROVALS}/${request.id}/decline`, { reason: 'No' })).status).toBe(409)
  expect((await ben.post(`${APPROVALS}/apr_none/cancel`, {})).status).toBe(404)
  const order = await buildOrder(ctx, { lines: [{ productId: (await buildProduct(ctx)).id, quantity: 1 }] })
  const refund = await ada.post(
    `/api/v1/admin/orders/${order.id}/refunds`,
    { amount: 2000, approval_reason: 'Damaged' },
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  )
  expect(refund.status).toBe(202)
  const listed = await (await ben.get(`${APPROVALS}?filter=waiting`)).json()
  expect(listed.data).toEqual([await refund.json()])
  const looser = { ...ALL_ON, role_changes: false, version: 1 }
  expect((await ada.request('PUT', RULES, { json: looser })).status).toBe(400)
  const change = await ada.request('PUT', RULES, { json: { ...looser, approval_reason: 'Too slow' } })
  expect(change.status).toBe(202)
})

test('an owner chooses by API who needs two-step sign-in, with their password', async ({ connection }) => {
  const store = createTestStore(connection)
  const owner = await signInVisitor(store, connection.db, { role: 'admin' })
  const manager = await signInVisitor(store, connection.db, { staffRole: 'manager' })
  const path = '/api/v1/admin/second-factor-roles'
  expect((await manager.get(path)).status).toBe(403)
  const current = await (await owner.get(path)).json()
  expect(current).toEqual({ roles: [], version: 0 })
  const put = (body: object) =>
    owner.request('PUT', path, { json: { ...current, roles: ['manager'], ...body } })
  expect((await put({ password: 'wrong' })).status).toBe(400)
  expect((await put({ password: PASSWORD, roles: ['guest'] })).status).toBe(400)
  const saved = await put({ password: PASSWORD })
  expect(await saved.json()).toEqual({ roles: ['manager'], version: 1 })
  expect((await put({ password: PASSWORD })).status).toBe(409)
})

test('an owner turns off someone’s second factor with their own password', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const owner = await signInVisitor(store, connection.db, { role: 'admin' })
  const customer = await signInVisitor(store, connection.db)
  await enableSecondFactor(await contextForVisitor(ctx, customer))
  const path = `/api/v1/admin/profiles/${customer.account.id}/second-factor/removal`
  expect((await customer.post(path, { password: PASSWORD })).status).toBe(401)
  expect((await owner.post(path, { password: 'wrong' })).status).toBe(400)
  expect((await owner.post(path, { password: PASSWORD })).status).toBe(204)
  expect((await owner.post(path, { password: PASSWORD })).status).toBe(409)
})
