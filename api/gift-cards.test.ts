import { expect, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { sellGiftCards } from '#test/gift-card-orders.ts'

const PATH = '/api/v1/gift-cards/purchase'
const BODY = {
  amount: 5000,
  sender_name: 'Grace',
  email: 'grace@gifts.example',
  recipient_email: 'ada@orchard.example',
}

test('a gift card is bought with a key, once, and its mistakes have the API’s names', async ({
  paymentContext,
  shop,
  connection,
}) => {
  await sellGiftCards(paymentContext)
  const visitor = shop.testStore.visitor()
  const buy = (body: object, key?: string) =>
    visitor.post(PATH, body, key ? { headers: { 'idempotency-key': key } } : {})
  const key = newIdempotencyKey()
  const [first, second] = await Promise.all([buy(BODY, key), buy(BODY, key)])
  const checkout = await first.json()
  expect(checkout).toEqual({
    url: expect.any(String),
    session_id: expect.any(String),
    order_id: expect.any(String),
  })
  expect(await second.json()).toEqual(checkout)
  expect((await buy({ ...BODY, amount: 6000 }, key)).status).toBe(422)
  const fieldsOf = async (body: object) => (await (await buy(body, newIdempotencyKey())).json()).error.fields
  expect(await fieldsOf({ ...BODY, send_on: '2020-01-01' })).toEqual({
    send_on: expect.stringContaining('from today'),
  })
  expect(await fieldsOf({ ...BODY, sender_name: '' })).toEqual({ sender_name: 'Enter your name.' })
  expect(await fieldsOf({ ...BODY, code: 'ROSE' })).toHaveProperty('body')
  expect((await buy(BODY)).status).toBe(400)
  await shop.pay(checkout)
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'delivered', payment_status: 'paid' })
  const { rows } = await connection.pool.query('select balance::int from gift_cards')
  expect(rows).toEqual([{ balance: 5000 }])
})
