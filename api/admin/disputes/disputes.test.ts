import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/card-store.ts'
import { buildDisputedOrder, findSubmissions, setDueBy } from '#test/disputed-order.ts'
import { insertScopedKey } from '#test/scoped-key.ts'

const DISPUTES = '/api/v1/admin/disputes'

test('support lists the disputes that need a response, and sends evidence once', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, orderId } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const other = await buildDisputedOrder(paymentContext, shop, connection.pool)
  await setDueBy(paymentContext, other.id, '1 day')
  const support = await signInVisitor(shop.testStore, paymentContext.db, { staffRole: 'support' })
  const page = await (await support.get(`${DISPUTES}?filter=needs-response&sort=due&limit=1`)).json()
  expect(page.data.map((dispute: { id: string }) => dispute.id)).toEqual([other.id])
  const second = await support.get(
    `${DISPUTES}?filter=needs-response&sort=due&limit=1&cursor=${encodeURIComponent(page.next_cursor)}`,
  )
  expect((await second.json()).data).toMatchObject([
    { id, order_id: orderId, amount: { amount: 10_368 }, state: 'open', provider_status: 'needs_response' },
  ])
  const preview = await (await support.get(`${DISPUTES}/${id}`)).json()
  expect(preview).toMatchObject({
    ...{ response: null, evidence_due_at: expect.any(String) },
    evidence: { customer_email_address: 'guest1@orchard.example' },
  })
  const send = (explanation: string) => support.post(`${DISPUTES}/${id}/evidence`, { explanation })
  const responses = await Promise.all([send('It arrived.'), send('It arrived.')])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const [first, repeated] = await Promise.all(responses.map((response) => response.json()))
  expect([first.evidence, first.response]).toEqual([repeated.evidence, 'evidence'])
  expect(await (await support.get(`${DISPUTES}/${id}`)).json()).toMatchObject({
    ...{ sent_at: expect.any(String), evidence: first.evidence },
  })
  expect((await send('Another.')).status).toBe(409)
  expect((await send('x'.repeat(10_001))).status).toBe(400)
  expect((await support.post(`${DISPUTES}/${id}/acceptance`)).status).toBe(409)
  expect((await support.post(`${DISPUTES}/${other.id}/acceptance`)).status).toBe(200)
  expect(await findSubmissions(paymentContext, id)).toBe(1)
  expect((await support.get(`${DISPUTES}/dp_none`)).status).toBe(404)
})

test('a key that refunds sees disputes without email addresses, and one that reads orders sees none', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id, admin } = await buildDisputedOrder(paymentContext, shop, connection.pool)
  const keyed = async (scope: 'refunds:write' | 'orders:read') => {
    const owner = admin.actor.kind === 'user' ? admin.actor.id : ''
    const headers = { authorization: `Bearer ${await insertScopedKey(connection.db, owner, scope)}` }
    return shop.testStore.visitor().request('GET', `${DISPUTES}/${id}`, { headers })
  }
  const response = await keyed('refunds:write')
  const text = await response.text()
  expect([response.status, text.includes('guest1@orchard.example')]).toEqual([200, false])
  expect(text).toContain('product_description')
  expect((await keyed('orders:read')).status).toBe(403)
})
