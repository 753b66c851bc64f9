import { expect, test } from 'vitest'
import { refundToHash } from '#core/orders/refunds/refund-request.ts'
import { RefundInput, toRefundRequest } from './refund-schema.ts'

const line = { product_id: 'prd_1', quantity: 1 }

test.each([
  '{}',
  JSON.stringify({ amount: 1001, restock: [line] }),
  JSON.stringify({ lines: [line], shipping: true, restock: true, note: 'Cracked', share_note: true }),
])('a refund is hashed as the API received it: %s', (body) => {
  const input = RefundInput.parse(JSON.parse(body))
  expect(JSON.stringify(refundToHash(toRefundRequest(input)))).toBe(body)
})
