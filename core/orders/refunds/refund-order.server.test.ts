import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query } from '#db/sql.ts'
import { buildActor, findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { findOrder } from '../find-order.server.ts'
import { digest } from '../idempotency.server.ts'
import { findOrderHistory } from '../order-history.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { findRefundProposal, refundOrder } from './refund-order.server.ts'

async function buildPackedOrder(paymentContext: Context, shop: CardStore) {
  const [oil, balm] = [
    await buildProduct(paymentContext, { stock: 9, price: 4800, name: 'Night Oil' }),
    await buildProduct(paymentContext, { stock: 9, price: 1000, name: 'Lip Balm' }),
  ]
  const checkout = await shop.startCheckout([
    { product_id: oil.id, quantity: 1 },
    { product_id: balm.id, quantity: 2 },
  ])
  await shop.pay(checkout)
  await shop.settlePayments()
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  const { order_id: id } = checkout
  await updateOrderStatus(admin, id, { to: 'processing' })
  return { admin, id, oil: oil.id, balm: balm.id, email: (await findOrder(admin, id)).email }
}

test('a refund by line restocks the lines it says, and its email names them and the shared note', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { admin, id, oil, balm, email } = await buildPackedOrder(paymentContext, shop)
  const line = (productId: string, quantity = 1) => ({ productId, quantity })
  expect(await findOrder(admin, id)).toMatchObject({ subtotal: 6800, tax: 544, shipping: 1000, total: 8344 })
  const selection = { lines: [{ productId: balm, quantity: 1 }], shipping: false }
  expect(await findRefundProposal(admin, id, selection)).toEqual({
    amount: 1080,
    tax: 80,
    discount: 0,
    shipping: 0,
  })
  const note = 'The jar arrived cracked.'
  const request = { lines: [line(oil), line(balm)], restock: [line(oil)], note, share_note: true }
  expect(await refundOrder(admin, id, request)).toMatchObject({ refunded: 6264, status: 'processing' })
  expect([await shop.findStock(oil), await shop.findStock(balm)]).toEqual([9, 7])
  await refundOrder(admin, id, { amount: 100, note: 'Internal' })
  await shop.settlePayments()
  const [first, second] = (await findSentEmails(connection, email)).filter(({ kind }) => kind === 'refunded')
  expect(first?.text).toContain('Night Oil')
  expect(first?.text).toContain(note)
  expect(second?.text).not.toContain('Internal')
  const messages = (await findOrderHistory(admin, id)).map(({ message }) => message).join('\n')
  expect(messages).toContain(note)
  expect(messages).toContain('Internal')
  expect(await findRefundProposal(admin, id)).toMatchObject({ amount: 1980, shipping: 1000 })
  await shop.expectBalancedBooks()
})

test('everything left is restocked even if some of it was restocked before', async ({
  paymentContext,
  shop,
}) => {
  const { admin, id, oil, balm } = await buildPackedOrder(paymentContext, shop)
  await refundOrder(admin, id, { lines: [{ productId: balm, quantity: 1 }], restock: true })
  await refundOrder(admin, id, { restock: true })
  expect([await shop.findStock(oil), await shop.findStock(balm)]).toEqual([9, 9])
  await shop.settlePayments()
  expect(await findOrder(admin, id)).toMatchObject({ status: 'refunded', paymentStatus: 'refunded' })
  await shop.expectBalancedBooks()
})

test('a repeated key is the same refund, and a different refund under it is refused', async ({
  paymentContext,
  shop,
}) => {
  const { admin, id } = await buildPackedOrder(paymentContext, shop)
  await refundOrder(admin, id, { amount: 1000 }, 'press')
  expect(await refundOrder(admin, id, { amount: 1000 }, 'press')).toMatchObject({ refunded: 1000 })
  await expect(refundOrder(admin, id, { amount: 2000 }, 'press')).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  const audited = await query(paymentContext.db, z.strictObject({ amount: z.string() }))`
    select after->>'amount' as amount from audit_entries where action = 'order-refunded'`
  expect(audited).toEqual([{ amount: '1000' }])
})

test('a refund that the previous version recorded is recognized when it is repeated', async ({
  paymentContext,
  shop,
}) => {
  const { admin, id, balm } = await buildPackedOrder(paymentContext, shop)
  const press = (amount?: number) => {
    const lines = [{ productId: balm, quantity: 1 }]
    const request = { lines, amount, shipping: false, restock: lines, note: '', share_note: false }
    return refundOrder(admin, id, request, 'press')
  }
  await press()
  const lines = [{ product_id: balm, quantity: 1 }]
  const hash = digest({ lines, shipping: false, restock: lines, note: '', share_note: false })
  await execute(admin.db)`update refunds set request_hash = ${hash} where order_id = ${id}`
  expect(await press()).toMatchObject({ refunded: 1080 })
  await expect(press(900)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
})

test('a refund that exceeds what is left says what is left', async ({ paymentContext, shop }) => {
  const { admin, id, oil, balm } = await buildPackedOrder(paymentContext, shop)
  await refundOrder(admin, id, { lines: [{ productId: balm, quantity: 2 }] })
  const refused = [
    { request: { amount: 999_999 }, says: 'up to $61.84' },
    { request: { lines: [{ productId: balm, quantity: 1 }] }, says: 'at most 0 of Lip Balm' },
    { request: { lines: [{ productId: oil, quantity: 2 }] }, says: 'at most 1 of Night Oil' },
    { request: { lines: [{ productId: 'prd_none', quantity: 1 }] }, says: 'doesn’t contain' },
    { request: { amount: 1, restock: [{ productId: oil, quantity: 2 }] }, says: 'can’t restock more' },
  ]
  for (const { request, says } of refused) await expect(refundOrder(admin, id, request)).rejects.toThrow(says)
  expect((await findOrder(admin, id)).refunded).toBe(2160)
})
