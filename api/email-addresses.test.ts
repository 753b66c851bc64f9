import { buildProduct } from '#test/builders.ts'
import { addressFor, newIdempotencyKey } from '#test/checkout.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const NOT_ONE_ADDRESS = [
  'a@orchard.example,victim@orchard.example',
  'a@orchard.example;victim@orchard.example',
  'a@orchard.example\r\nBcc: victim@orchard.example',
  'a@orchard.example victim@orchard.example',
  '<victim@orchard.example>',
  'A <victim@orchard.example>',
  '"a"@orchard.example,victim@orchard.example',
  'friends:victim@orchard.example;',
  'a@orchard.example，victim@orchard.example',
  'a@orchard.example\u2028victim@orchard.example',
  'victim\u200B@orchard.example',
  'victim@orchard.example\u0000.example',
]

test('no call accepts an email address that reads as several or hides another', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 20 })
  const visitor = createTestStore(connection, { env: { RATE_LIMITS: 'off' } }).visitor()
  const items = [{ product_id: id, quantity: 1 }]
  const checkOut = (email: object, shippingEmail?: string) =>
    visitor.post(
      '/api/v1/functions/create-stripe-checkout',
      { items, shipping_address: { ...addressFor(), email: shippingEmail }, ...email },
      { headers: { 'idempotency-key': newIdempotencyKey() } },
    )
  for (const email of NOT_ONE_ADDRESS) {
    const responses = await Promise.all([
      checkOut({ customer_email: email }),
      checkOut({}, email),
      visitor.post('/api/v1/auth/signup', { email, password: 'a quiet orchard' }),
      visitor.post('/api/v1/auth/recover', { email }),
    ])
    for (const response of responses) {
      expect(response.status, JSON.stringify(email)).toBe(400)
      expect((await response.json()).error.code).toBe('invalid_input')
    }
  }
  const { rows } = await connection.pool.query('select id from emails union all select id from orders')
  expect(rows).toEqual([])
})
