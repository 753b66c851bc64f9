import { buildActor, findJobs } from '#test/accounts.ts'
import { buildPayment } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import type { CheckoutSession } from './payment.ts'
import {
  attachSession,
  closePayments,
  findHolds,
  findOpenOrderIds,
  findPaidByIntent,
  findPaidPayment,
  findPayment,
  listOpenPayments,
  listOverduePayments,
  listPayments,
  markDeclined,
  markPaid,
  nextAttempt,
  saveSurplusPayment,
} from './payments.server.ts'

const buildSession = (id: string): CheckoutSession => ({
  id,
  url: `https://pay.example/${id}`,
  clientSecret: null,
  state: 'open',
  paid: false,
  failed: false,
  amount: 4800,
  currency: 'usd',
  intentId: `pi_${id}`,
  paymentId: null,
  createdAt: new Date(),
})

test('one session is attached to a payment, and each attempt has its own number', async ({ ctx }) => {
  const expiresAt = new Date(ctx.now.getTime() + 60_000)
  const { id } = await buildPayment(ctx, { state: 'open', expiresAt })
  const attached = await Promise.all(
    [`${id}_1`, `${id}_2`].map((name) => attachSession(ctx.db, id, buildSession(name))),
  )
  expect(new Set(attached.map((payment) => payment?.providerId)).size).toBe(1)
  const attempts = await Promise.all([1, 2, 3].map(() => nextAttempt(ctx.db, id, ctx.now)))
  expect(attempts.toSorted()).toEqual([2, 3, 4])
  expect((await findPayment(ctx.db, id))?.expiresAt).toEqual(expiresAt)
  const later = new Date(expiresAt.getTime() + 60_000)
  await nextAttempt(ctx.db, id, later)
  expect((await findPayment(ctx.db, id))?.expiresAt, 'another attempt takes longer').toEqual(later)
})

test('a second payment of an order is surplus, and the first one counts', async ({ ctx }) => {
  const { id, orderId } = await buildPayment(ctx, { state: 'open' })
  await markPaid(ctx.db, id, { ...buildSession(`${id}_first`), at: ctx.now })
  const second = buildSession(`${id}_second`)
  const surplus = await Promise.all([1, 2].map(() => saveSurplusPayment(ctx.db, orderId, second)))
  expect(new Set(surplus).size).toBe(1)
  expect((await findPaidPayment(ctx.db, orderId))?.id).toBe(id)
  expect(await findPaidByIntent(ctx.db, second.intentId ?? '')).toMatchObject({
    id: surplus[0],
    surplus: true,
  })
  expect(await findPaidByIntent(ctx.db, `pi_${id}_first`)).toMatchObject({ id, surplus: false })
})

async function countOpenPayments({ db }: Context, network: string): Promise<number> {
  return (await findHolds(db, { network, onlyGuests: false, lines: [], releasing: [] })).payments
}

test('open payments count by network, until they close', async ({ ctx }) => {
  const network = '192.0.2.0'
  const overdue = new Date(ctx.now.getTime() - 1000)
  const { id, orderId } = await buildPayment(ctx, { state: 'open', expiresAt: overdue, network })
  await buildPayment(ctx, { state: 'open', network: '198.51.100.0' })
  const listOverdueIds = async () => (await listOverduePayments(ctx.db, ctx.now)).map((payment) => payment.id)
  expect(await countOpenPayments(ctx, network)).toBe(1)
  expect(await listOverdueIds()).toContain(id)
  await closePayments(ctx.db, orderId, 'expired')
  expect(await countOpenPayments(ctx, network)).toBe(0)
  expect(await listOverdueIds()).not.toContain(id)
})

test('closing an order’s payments closes only the open ones, each with one job that closes its page', async ({
  ctx,
}) => {
  const open = await buildPayment(ctx, { state: 'open' })
  const paid = await buildPayment(ctx)
  for (const { orderId } of [open, open, paid]) await closePayments(ctx.db, orderId, 'failed')
  expect((await findPayment(ctx.db, open.id))?.state).toBe('failed')
  expect((await findPayment(ctx.db, paid.id))?.state).toBe('paid')
  expect(await findJobs(ctx.db, open.id)).toMatchObject([{ name: 'close-session' }])
  expect(await findJobs(ctx.db, paid.id)).toEqual([])
})

test('a paid payment is no longer open, and its network is deleted', async ({ ctx }) => {
  const network = '203.0.113.7'
  const { id, orderId } = await buildPayment(ctx, { state: 'open', network })
  await attachSession(ctx.db, id, buildSession(`cs_${id}`))
  const listOpenIds = async () => (await listOpenPayments(ctx.db)).map((payment) => payment.id)
  expect(await listOpenIds()).toContain(id)
  expect(await countOpenPayments(ctx, network)).toBe(1)
  await markPaid(ctx.db, id, { ...buildSession(`cs_${id}`), at: ctx.now })
  expect(await listOpenIds()).not.toContain(id)
  expect(await countOpenPayments(ctx, network)).toBe(0)
  expect(await listPayments(ctx.db, orderId)).toMatchObject([{ id, state: 'paid' }])
})

test('a shopper’s open orders are those of their account and of their browser', async ({ ctx }) => {
  const actor = await buildActor(ctx.db)
  const own = await buildPayment(ctx, { state: 'open', order: { userId: actor.id } })
  const inBrowser = await buildPayment(ctx, { state: 'open' })
  const paid = await buildPayment(ctx, { order: { userId: actor.id } })
  await buildPayment(ctx, { state: 'open' })
  const browserOrders = [inBrowser.orderId, paid.orderId]
  expect((await findOpenOrderIds(ctx.db, actor.id, browserOrders)).toSorted()).toEqual(
    [own.orderId, inBrowser.orderId].toSorted(),
  )
  expect(await findOpenOrderIds(ctx.db, null, [])).toEqual([])
})

test('a declined card leaves the payment open, so that the shopper can try another', async ({ ctx }) => {
  const { id } = await buildPayment(ctx, { state: 'open' })
  await markDeclined(ctx.db, id)
  expect(await findPayment(ctx.db, id)).toMatchObject({ state: 'open', declinedAt: expect.any(Date) })
})
