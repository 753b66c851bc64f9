import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { shipOrder, shipOrders } from '#core/orders/admin/ship-orders.server.ts'
import { undoShipping } from '#core/orders/admin/undo-shipping.server.ts'
import { captureNow } from '#core/orders/authorizations/capture-order.server.ts'
import { sendAuthorizationEmail } from '#core/orders/emails/send-authorization-email.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { listCaptures } from '#core/payments/captures/captures.server.ts'
import { ProviderFailure, ProviderRejection } from '#core/payments/payment.ts'
import { listPayments } from '#core/payments/payments.server.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildAuthorizedOrder, reload, report, runCaptures } from '#test/payments/authorized-orders.ts'
import { type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { sendCapture } from './send-capture.server.ts'

async function findEmail({ db }: CardContext, orderId: string, kind: string) {
  const [body] = await queryColumn(db, z.string())`
    select subject || ': ' || body_text from emails where order_id = ${orderId} and kind = ${kind}`
  return body
}

test('a capture that the provider refuses is reported, and staff can try again', async ({
  paymentContext: ctx,
}) => {
  const { order, intentId } = await buildAuthorizedOrder(ctx)
  const admin = await asAdmin(ctx)
  const { captureIntent } = ctx.payments
  ctx.payments.captureIntent = () => Promise.reject(new ProviderRejection('The bank declined.'))
  await shipOrder(admin, order.id)
  await runCaptures(ctx, order)
  const failed = { status: 'shipped', paymentStatus: 'failed', authorization: 'failed' }
  expect(await reload(ctx, order)).toMatchObject(failed)
  await sendAuthorizationEmail(ctx, { id: order.id, kind: 'capture-failed' })
  expect(await findEmail(ctx, order.id, 'capture-failed')).toContain('The bank declined.')
  await expectBalancedBooks(ctx.db)
  ctx.payments.captureIntent = captureIntent
  await captureNow(admin, order.id)
  await runCaptures(ctx, order)
  expect(await reload(ctx, order)).toMatchObject({ paymentStatus: 'paid', authorization: null })
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ captured: order.total })
  await expectBalancedBooks(ctx.db)
})

test('an unclear result is asked again under the same key, and charges once', async ({
  paymentContext: ctx,
}) => {
  const { order, intentId } = await buildAuthorizedOrder(ctx)
  await shipOrder(await asAdmin(ctx), order.id)
  const [capture] = await listCaptures(ctx.db, order.id)
  const { captureIntent } = ctx.payments
  ctx.payments.captureIntent = async (...args) => {
    await captureIntent(...args)
    throw new ProviderFailure('Something went wrong', { isRepeated: true, cause: null })
  }
  await expect(sendCapture(ctx, capture?.id ?? '')).rejects.toThrow('Something went wrong')
  ctx.payments.captureIntent = captureIntent
  // The failure is stored under the first key, and the next one learns that it was captured.
  await runCaptures(ctx, order)
  const captureKeys = ctx.payments.keys.filter((key) => key.startsWith('cap_'))
  expect(captureKeys).toEqual([`${capture?.id}:1`, `${capture?.id}:2`])
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ captured: order.total })
  expect(await reload(ctx, order)).toMatchObject({ paymentStatus: 'paid' })
  await expectBalancedBooks(ctx.db)
})

test('two captures at the same time, and shipping twice, charge once', async ({ paymentContext: ctx }) => {
  const { order } = await buildAuthorizedOrder(ctx)
  const admin = await asAdmin(ctx)
  const shipped = await Promise.allSettled([shipOrder(admin, order.id), shipOrder(admin, order.id)])
  expect(shipped.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const captures = await listCaptures(ctx.db, order.id)
  expect(captures).toHaveLength(1)
  const id = captures[0]?.id ?? ''
  // Charging it once more is refused, or the same capture.
  const again = captureNow(admin, order.id).catch((error) => expect(error).toBeInstanceOf(Refusal))
  await Promise.all([sendCapture(ctx, id), sendCapture(ctx, id), again])
  await runCaptures(ctx, order)
  expect((await listCaptures(ctx.db, order.id)).map(({ state }) => state)).toEqual(['done'])
  await expectBalancedBooks(ctx.db)
})

test('the database refuses to charge more than was authorized', async ({ paymentContext: ctx }) => {
  const { order } = await buildAuthorizedOrder(ctx)
  const [payment] = await listPayments(ctx.db, order.id)
  const insert = (id: string, amount: number) => execute(ctx.db)`
    insert into captures (id, order_id, payment_id, amount, currency, state, done_at)
    values (${id}, ${order.id}, ${payment?.id ?? ''}, ${amount}, 'usd', 'done', now())`
  await expect(insert('cap_1', order.total + 1)).rejects.toThrow('More would be charged than was authorized')
  await insert('cap_2', order.total - 100)
  await expect(insert('cap_3', 101)).rejects.toThrow('More would be charged than was authorized')
  await execute(ctx.db)`delete from captures where id = 'cap_2'`
  // What the provider refuses is reported.
  const { intentId } = payment ?? {}
  const tooMuch = ctx.payments.captureIntent({ intentId: intentId ?? '', amount: order.total + 1 }, 'key')
  await expect(tooMuch).rejects.toThrow('greater than the authorized amount')
})

test('shipping that is undone charges nothing, unless the provider was asked already', async ({
  paymentContext: ctx,
}) => {
  const { order } = await buildAuthorizedOrder(ctx)
  const admin = await asAdmin(ctx)
  await shipOrders(admin, [{ id: order.id }])
  const [first] = await listCaptures(ctx.db, order.id)
  expect(await undoShipping(admin, [order.id])).toEqual({ undone: [order.number], unchanged: [] })
  await sendCapture(ctx, first?.id ?? '')
  expect(await reload(ctx, order)).toMatchObject({ status: 'pending', authorization: 'authorized' })
  await shipOrders(admin, [{ id: order.id }])
  await execute(ctx.db)`update captures set submitted_at = now() where order_id = ${order.id}`
  expect(await undoShipping(admin, [order.id])).toEqual({ undone: [], unchanged: [order.number] })
})

test('what is refunded before the order ships is never charged, and the books have what was', async ({
  paymentContext: ctx,
}) => {
  const { order, intentId, sessionId } = await buildAuthorizedOrder(ctx)
  const admin = await asAdmin(ctx)
  await refundOrder(admin, order.id, { amount: 1000 })
  await expect(refundOrder(admin, order.id, {})).rejects.toThrow('at most $93.67 can be taken off')
  await shipOrder(admin, order.id)
  await refundOrder(admin, order.id, { amount: 68 })
  await runCaptures(ctx, order)
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ captured: order.total - 1068 })
  expect((await listRefunds(ctx.db, order.id)).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(ctx.payments.refunds).toEqual([])
  expect(await report(ctx, sessionId)).toBe('unchanged')
  await expectBalancedBooks(ctx.db)
})
