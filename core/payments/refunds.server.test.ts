import fc from 'fast-check'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { execute, query } from '#db/sql.ts'
import { findJobs } from '#test/accounts.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import { saveSurplusPayment } from './payments.server.ts'
import {
  findProviderRefund,
  findRefund,
  findRefundedParts,
  listFailedRefunds,
  listRefunds,
  markRefundDone,
  markRefundFailed,
  markRefundResolved,
  type NewRefund,
  recordFailedProviderRefund,
  recordProviderRefund,
  requestRefund,
  supersedeRefunds,
  updateBaseAmounts,
} from './refunds.server.ts'

const PAID = 4800

type Payment = { id: string; orderId: string }
let causeCount = 0

async function request(ctx: Context, { id: paymentId, orderId }: Payment, refund: Partial<NewRefund> = {}) {
  const draft = { amount: 500, reason: 'refunded', cause: `cause ${++causeCount}`, actorId: null } as const
  return (await requestRefund(ctx.db, { ...draft, at: ctx.now, orderId, paymentId, ...refund })) ?? ''
}

test('refunds requested at once never add up to more than was paid', async ({ ctx }) => {
  const amounts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(amounts, async (requested) => {
    const payment = await buildPayment(ctx)
    const requests = requested.map((amount) =>
      ctx.db.transaction((db) => request({ ...ctx, db }, payment, { amount })),
    )
    const outcomes = await Promise.allSettled(requests)
    const accepted = requested.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    const total = accepted.reduce((sum, amount) => sum + amount, 0)
    expect(total).toBeLessThanOrEqual(PAID)
    expect((await findRefundedParts(ctx.db, payment.orderId)).items).toBe(total)
    const refused = requested.filter((_, index) => outcomes[index]?.status === 'rejected')
    for (const amount of refused) expect(total + amount).toBeGreaterThan(PAID)
  })
  await fc.assert(property, { numRuns: 12 })
})

test('a refund with a cause is requested once, with one job that sends it', async ({ ctx }) => {
  const payment = await buildPayment(ctx)
  const again = () =>
    ctx.db.transaction((db) => request({ ...ctx, db }, payment, { cause: `return:${payment.id}` }))
  const ids = (await Promise.all([again(), again(), again()])).filter(Boolean)
  expect(ids).toHaveLength(1)
  expect(await listRefunds(ctx.db, payment.orderId)).toMatchObject([{ amount: 500, state: 'pending' }])
  expect(await findJobs(ctx.db, ids[0] ?? '')).toMatchObject([{ name: 'send-refund' }])
})

test('the job of a refund that its request sends waits a minute, so that both don’t send it', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const delayOf = async (id: string) => {
    const [job] = await findJobs(ctx.db, id)
    return (job?.runAt.getTime() ?? 0) - Date.now()
  }
  expect(await delayOf(await request(ctx, payment))).toBeLessThan(1000)
  expect(await delayOf(await request(ctx, payment, { isSentByCaller: true }))).toBeGreaterThan(50_000)
})

test('refunds at the provider replace only as many pending ones as no longer fit, the newest first', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const ids: string[] = []
  for (const amount of [2000, 1500, 1000]) ids.push(await request(ctx, payment, { amount }))
  await markRefundDone(ctx.db, ids[0] ?? '', { providerId: `re_${payment.id}`, at: ctx.now })
  const supersede = (amount: number) =>
    supersedeRefunds(ctx.db, { paymentId: payment.id, amount, at: ctx.now })
  expect(await supersede(300)).toBe(false)
  expect(await supersede(1200)).toBe(true)
  const states = await Promise.all(ids.map((id) => findRefund(ctx.db, id)))
  expect(states.map((refund) => refund?.state)).toEqual(['done', 'pending', 'failed'])
  expect(await listFailedRefunds(ctx.db, payment.orderId), 'the owner need not act on it').toEqual([])
})

test('a refund that the provider carried out can’t be done twice, nor after it failed there', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const id = await request(ctx, payment)
  expect(
    await Promise.all([1, 2].map(() => markRefundDone(ctx.db, id, { providerId: `re_${id}`, at: ctx.now }))),
  ).toContain(false)
  await markRefundFailed(ctx.db, id, { failure: 'Rejected', at: ctx.now })
  expect(await markRefundDone(ctx.db, id, { providerId: `re_${id}`, at: ctx.now })).toBe(false)
  expect((await findRefundedParts(ctx.db, payment.orderId)).items).toBe(0)
})

test('a refund that failed before the provider had it can still be carried out', async ({ ctx }) => {
  const payment = await buildPayment(ctx)
  const id = await request(ctx, payment)
  await markRefundFailed(ctx.db, id, { failure: 'x'.repeat(600), at: ctx.now })
  expect((await findRefund(ctx.db, id))?.failure).toHaveLength(500)
  expect(await markRefundDone(ctx.db, id, { providerId: `re_${id}`, at: ctx.now })).toBe(true)
  expect(await findRefund(ctx.db, id)).toMatchObject({ state: 'done', failure: null })
})

test('a failed refund is listed for the owner until it is resolved or no longer fits what was paid', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const [first, second] = [
    await request(ctx, payment, { amount: 3000 }),
    await request(ctx, payment, { amount: 600 }),
  ]
  for (const id of [first, second])
    await markRefundFailed(ctx.db, id, { failure: 'Insufficient funds', at: ctx.now })
  const failedIds = async () => (await listFailedRefunds(ctx.db, payment.orderId)).map(({ id }) => id)
  expect(await failedIds()).toEqual([first, second])
  await request(ctx, payment, { amount: 2000 })
  expect(await failedIds(), 'with 2,800 left, 3,000 was paid out in another way').toEqual([second])
  expect(await Promise.all([1, 2].map(() => markRefundResolved(ctx.db, second, ctx.now)))).toContain(false)
  expect(await failedIds()).toEqual([])
})

test('a refund covers its lines, its shipping, and the rest for items', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx)
  const lines = [{ productId, quantity: 2 }]
  const payment = await buildPayment(ctx, { order: { lines } })
  const line = { productId, quantity: 1 }
  const first = await request(ctx, payment, { amount: 1500, shipping: 1000, lines: [line, line] })
  await expect(request(ctx, payment, { amount: 1, lines: [line] })).rejects.toMatchObject({
    constraint: 'refund_items_within_order',
  })
  expect(await findRefundedParts(ctx.db, payment.orderId)).toEqual({
    items: 500,
    shipping: 1000,
    quantities: { [productId]: 2 },
  })
  expect(await findRefundedParts(ctx.db, payment.orderId, ['done'])).toMatchObject({ items: 0, shipping: 0 })
  await markRefundFailed(ctx.db, first, { failure: null, at: ctx.now })
  expect(await findRefundedParts(ctx.db, payment.orderId)).toEqual({ items: 0, shipping: 0, quantities: {} })
})

test('refunding a second payment does not count as a refund of the order', async ({ ctx }) => {
  const payment = await buildPayment(ctx)
  const session = { id: `cs_2_${payment.id}`, intentId: `pi_2_${payment.id}`, amount: PAID, currency: 'usd' }
  const id = await saveSurplusPayment(ctx.db, payment.orderId, {
    ...session,
    ...{
      url: null,
      clientSecret: null,
      state: 'complete',
      paid: true,
      failed: false,
      paymentId: null,
      createdAt: ctx.now,
    },
  })
  await request(ctx, { ...payment, id }, { amount: PAID, reason: 'surplus' })
  expect((await findRefundedParts(ctx.db, payment.orderId)).items).toBe(0)
  await request(ctx, payment, { amount: PAID })
  expect((await findRefundedParts(ctx.db, payment.orderId)).items).toBe(PAID)
})

test('a refund of the provider is found by its own ID, else by the store’s; another one with that ID is new', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const refundId = await request(ctx, payment)
  const reported = (id: string) => ({
    ...{ id, refundId, intentId: null, amount: 500, state: 'done' as const, failure: null },
    createdAt: ctx.now,
  })
  expect(await findProviderRefund(ctx.db, reported('re_first'))).toMatchObject({ id: refundId })
  await markRefundDone(ctx.db, refundId, { providerId: 're_first', at: ctx.now })
  expect(await findProviderRefund(ctx.db, reported('re_first'))).toMatchObject({ id: refundId })
  expect(await findProviderRefund(ctx.db, reported('re_second'))).toBeUndefined()
})

test('a refund made elsewhere is recorded once, and one that failed there does not count', async ({
  ctx,
}) => {
  const payment = await buildPayment(ctx)
  const { id: paymentId, orderId } = payment
  const refund = { paymentId, orderId, amount: 900, shipping: 0, reason: 'elsewhere' as const, at: ctx.now }
  const cause = `elsewhere:re_${paymentId}`
  expect(await recordProviderRefund(ctx.db, { ...refund, cause })).toMatchObject({ amount: 900 })
  await expect(recordProviderRefund(ctx.db, { ...refund, cause })).rejects.toThrow('could not be recorded')
  const failed = { id: `re_failed_${paymentId}`, amount: 800, failure: 'expired card', createdAt: ctx.now }
  for (let repeat = 0; repeat < 2; repeat++)
    await recordFailedProviderRefund(
      ctx.db,
      payment,
      { ...failed, intentId: null, state: 'failed', refundId: null },
      ctx.now,
    )
  expect((await listRefunds(ctx.db, orderId)).map(({ amount, state }) => [amount, state])).toEqual([
    [900, 'pending'],
    [800, 'failed'],
  ])
  expect((await findRefundedParts(ctx.db, orderId)).items).toBe(900)
  expect(await listFailedRefunds(ctx.db, orderId), 'the provider still has the money').toEqual([])
})

const BaseAmounts = z.strictObject({ refunded: z.int(), base: z.int() })

test('in US cents, an order’s refunds add up to what the refunded amount is worth at its rate', async ({
  ctx,
}) => {
  const anyRefunds = fc.record({
    rate: fc.constantFrom(1, 1.35, 0.8, 83),
    amounts: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 }),
    failing: fc.nat(4),
  })
  const property = fc.asyncProperty(anyRefunds, async ({ rate, amounts, failing }) => {
    const payment = await buildPayment(ctx)
    const { orderId } = payment
    await execute(ctx.db)`update orders set rate = ${rate} where id = ${orderId}`
    const ids: string[] = []
    for (const amount of amounts) {
      const id = await request(ctx, payment, { amount })
      ids.push(id)
      await markRefundDone(ctx.db, id, { providerId: `re_${id}`, at: ctx.now })
      await updateBaseAmounts(ctx.db, orderId)
    }
    const failed = ids[failing]
    if (failed) {
      await markRefundFailed(ctx.db, failed, { failure: null, at: ctx.now })
      await updateBaseAmounts(ctx.db, orderId)
    }
    const [total] = await query(ctx.db, BaseAmounts)`
      select base_refunded as refunded, (select coalesce(sum(base_amount), 0)::int from refunds
      where order_id = o.id) as base from orders o where id = ${orderId}`
    const done = amounts.reduce((sum, amount, index) => sum + (index === failing ? 0 : amount), 0)
    expect(total?.base).toBe(total?.refunded)
    expect(Math.abs((total?.base ?? 0) - done / rate)).toBeLessThanOrEqual(0.5)
  })
  await fc.assert(property, { numRuns: 12 })
})
