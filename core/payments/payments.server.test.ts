import fc from 'fast-check'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { execute, sql } from '#db/sql.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { CheckoutSession } from './payment.ts'
import {
  attachSession,
  closePayments,
  countOpenPayments,
  findPaidPayment,
  findPayment,
  listOverduePayments,
  markPaid,
  nextAttempt,
  saveSurplusPayment,
} from './payments.server.ts'
import {
  findRefund,
  findRefundedParts,
  listRefunds,
  markRefundDone,
  markRefundFailed,
  requestRefund,
  supersedeRefunds,
} from './refunds.server.ts'

const PAID = 4800

type PaymentDraft = { state?: 'open' | 'paid'; expiresAt?: Date; network?: string }

async function buildPayment(ctx: Context, { state = 'paid', expiresAt, network }: PaymentDraft = {}) {
  const order = await buildOrder(ctx)
  const id = newId('payment')
  await execute(
    ctx.db,
    sql`insert into payments (id, order_id, provider, amount, currency, state, expires_at, network)
      values (${id}, ${order.id}, 'stripe', ${PAID}, 'usd', 'open', ${expiresAt ?? null}, ${network ?? null})`,
  )
  if (state === 'paid') await markPaid(ctx.db, id, { id: `cs_${id}`, intentId: `pi_${id}`, at: ctx.now })
  return { id, orderId: order.id, email: order.email }
}

const buildSession = (id: string): CheckoutSession => ({
  id,
  url: `https://pay.example/${id}`,
  state: 'open',
  paid: false,
  amount: PAID,
  currency: 'usd',
  intentId: `pi_${id}`,
  paymentId: null,
  createdAt: new Date(),
})

test('refunds requested at once never add up to more than was paid', async ({ ctx }) => {
  const amounts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(amounts, async (requested) => {
    const { id: paymentId, orderId } = await buildPayment(ctx)
    const requests = requested.map((amount, index) => {
      const refund = { orderId, paymentId, amount, reason: 'refunded' as const, actorId: null }
      return ctx.db.transaction((tx) => requestRefund(tx, { ...refund, cause: `${paymentId} ${index}` }))
    })
    const outcomes = await Promise.allSettled(requests)
    const accepted = requested.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    const total = accepted.reduce((sum, amount) => sum + amount, 0)
    expect(total).toBeLessThanOrEqual(PAID)
    expect((await findRefundedParts(ctx.db, orderId)).items).toBe(total)
    const refused = requested.filter((_, index) => outcomes[index]?.status === 'rejected')
    for (const amount of refused) expect(total + amount).toBeGreaterThan(PAID)
  })
  await fc.assert(property, { numRuns: 20 })
})

test('a refund with a cause is requested once', async ({ ctx }) => {
  const { id: paymentId, orderId } = await buildPayment(ctx)
  const refund = {
    orderId,
    paymentId,
    amount: 500,
    reason: 'returned' as const,
    actorId: null,
    cause: 'return:1',
  }
  const ids = await Promise.all([1, 2, 3].map(() => ctx.db.transaction((tx) => requestRefund(tx, refund))))
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1)
  expect(await listRefunds(ctx.db, orderId)).toMatchObject([{ amount: 500, state: 'asked' }])
})

test('refunds at the provider replace only as many pending ones as no longer fit, the newest first', async ({
  ctx,
}) => {
  const { id: paymentId, orderId } = await buildPayment(ctx)
  const request = async (amount: number) => {
    const refund = { orderId, paymentId, amount, reason: 'refunded' as const, actorId: null }
    return (await requestRefund(ctx.db, { ...refund, cause: `${paymentId} ${amount}` })) ?? ''
  }
  const [first, second, third] = [await request(2000), await request(1500), await request(1000)]
  await markRefundDone(ctx.db, first, 're_1')
  expect(await supersedeRefunds(ctx.db, { paymentId, amount: 300 })).toBe(false)
  expect(await supersedeRefunds(ctx.db, { paymentId, amount: 1200 })).toBe(true)
  const states = await Promise.all([first, second, third].map((id) => findRefund(ctx.db, id)))
  expect(states.map((refund) => refund?.state)).toEqual(['done', 'asked', 'failed'])
})

test('a refund that the provider carried out can’t be done twice, nor after it failed there', async ({
  ctx,
}) => {
  const { id: paymentId, orderId } = await buildPayment(ctx)
  const refund = {
    orderId,
    paymentId,
    amount: 700,
    reason: 'refunded' as const,
    actorId: null,
    cause: 'once',
  }
  const id = (await requestRefund(ctx.db, refund)) ?? ''
  expect(await Promise.all([1, 2].map(() => markRefundDone(ctx.db, id, 're_1')))).toContain(false)
  await markRefundFailed(ctx.db, id, 'Rejected')
  expect(await markRefundDone(ctx.db, id, 're_1')).toBe(false)
  expect((await findRefundedParts(ctx.db, orderId)).items).toBe(0)
})

test('one session is attached to a payment, and each attempt has its own number', async ({ ctx }) => {
  const expiresAt = new Date(ctx.now.getTime() + 60_000)
  const { id } = await buildPayment(ctx, { state: 'open', expiresAt })
  const attached = await Promise.all(
    ['cs_1', 'cs_2'].map((name) => attachSession(ctx.db, id, buildSession(name))),
  )
  expect(new Set(attached.map((payment) => payment?.providerId)).size).toBe(1)
  const attempts = await Promise.all([1, 2, 3].map(() => nextAttempt(ctx.db, id, ctx.now)))
  expect(attempts.toSorted()).toEqual([2, 3, 4])
  expect((await findPayment(ctx.db, id))?.expiresAt).toEqual(expiresAt)
})

test('a second payment of an order is surplus, and the first one counts', async ({ ctx }) => {
  const { id, orderId } = await buildPayment(ctx, { state: 'open' })
  await markPaid(ctx.db, id, { ...buildSession('cs_first'), at: ctx.now })
  const surplus = await Promise.all(
    [1, 2].map(() => saveSurplusPayment(ctx.db, orderId, buildSession('cs_second'))),
  )
  expect(new Set(surplus).size).toBe(1)
  expect((await findPaidPayment(ctx.db, orderId))?.id).toBe(id)
})

test('open payments count by email and by network, until they close', async ({ ctx }) => {
  const overdue = new Date(ctx.now.getTime() - 1000)
  const { id, orderId, email } = await buildPayment(ctx, {
    state: 'open',
    expiresAt: overdue,
    network: '192.0.2.0',
  })
  await buildPayment(ctx, { state: 'open', network: '198.51.100.0' })
  expect(await countOpenPayments(ctx.db, email, '192.0.2.0')).toEqual({ byEmail: 2, byNetwork: 1 })
  expect((await listOverduePayments(ctx.db, ctx.now)).map((payment) => payment.id)).toEqual([id])
  await closePayments(ctx.db, orderId, 'expired')
  expect(await countOpenPayments(ctx.db, email, '192.0.2.0')).toEqual({ byEmail: 1, byNetwork: 0 })
  expect(await listOverduePayments(ctx.db, ctx.now)).toEqual([])
})
