import type { Context } from '#core/context.ts'
import {
  type PaymentProvider,
  ProviderAuthFailure,
  ProviderFailure,
  ProviderRejection,
  UncertainOutcome,
} from '#core/payments/payment.ts'
import { findPaidPayment } from '#core/payments/payments.server.ts'
import { findRefund, listFailedRefunds, requestRefund } from '#core/payments/refunds.server.ts'
import { execute } from '#db/sql.ts'
import { findJobs, findSentEmails } from '#test/accounts.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { readOrder } from '../find-order.server.ts'
import { sendRefund, sendRefundNow } from './send-refund.server.ts'

const TOTAL = 10_368

async function buildRefund(ctx: CardContext, amount = 1000) {
  const { id: orderId, intentId } = await buildPaidOrder(ctx)
  const payment = await findPaidPayment(ctx.db, orderId)
  const refund = {
    ...{ orderId, paymentId: payment?.id ?? '', amount, at: ctx.now },
    ...({ reason: 'refunded', actorId: null } as const),
  }
  const id = (await requestRefund(ctx.db, { ...refund, cause: `test:${orderId}` })) ?? ''
  return { id, orderId, intentId }
}

const withRefund = (ctx: CardContext, refund: PaymentProvider['refund']): CardContext => ({
  ...ctx,
  payments: { ...ctx.payments, refund },
})

const failing = (ctx: CardContext, error: Error) =>
  withRefund(ctx, async () => {
    throw error
  })

/** The provider carries out the refund, but its response is lost. */
const losingResponse = (ctx: CardContext) =>
  withRefund(ctx, async (...args) => {
    await ctx.payments.refund(...args)
    throw new UncertainOutcome('Socket hang up')
  })

/** As if the refund was requested this long ago. */
const age = ({ db }: Context, id: string, interval: string) =>
  execute(db)`update refunds set created_at = now() - ${interval}::interval where id = ${id}`

const stateOf = async ({ db }: Context, id: string) => (await findRefund(db, id))?.state

test('a refund is sent once, however often its job runs, and then emailed and booked', async ({
  paymentContext: ctx,
}) => {
  const { id, orderId } = await buildRefund(ctx)
  await Promise.all([sendRefund(ctx, id), sendRefund(ctx, id)])
  await sendRefund(ctx, id)
  expect(ctx.payments.refunds).toHaveLength(1)
  expect(await findRefund(ctx.db, id)).toMatchObject({
    ...{ state: 'done', providerId: ctx.payments.refunds[0]?.id },
  })
  const jobs = (await findJobs(ctx.db, id)).map(({ name }) => name)
  expect(jobs).toEqual(expect.arrayContaining(['book-refund', 'refund-email']))
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ paymentStatus: 'paid', refunded: 1000 })
})

test('a refund of everything makes the payment refunded', async ({ paymentContext: ctx }) => {
  const { id, orderId } = await buildRefund(ctx, TOTAL)
  await sendRefund(ctx, id)
  expect((await readOrder(ctx.db, orderId))?.paymentStatus).toBe('refunded')
  expect((await findPaidPayment(ctx.db, orderId))?.state).toBe('refunded')
})

test('a refund whose response was lost is found at the provider instead of sent again', async ({
  paymentContext: ctx,
}) => {
  const { id } = await buildRefund(ctx)
  await expect(sendRefund(losingResponse(ctx), id)).rejects.toBeInstanceOf(UncertainOutcome)
  expect(await stateOf(ctx, id)).toBe('pending')
  await age(ctx, id, '1 minute')
  const requests = ctx.payments.keys.length
  await sendRefund(ctx, id)
  expect([await stateOf(ctx, id), ctx.payments.refunds.length]).toEqual(['done', 1])
  expect(ctx.payments.keys).toHaveLength(requests)
})

test('a repeated request uses the same key, so the provider pays once', async ({ paymentContext: ctx }) => {
  const { id } = await buildRefund(ctx)
  await expect(sendRefund(losingResponse(ctx), id)).rejects.toBeInstanceOf(UncertainOutcome)
  await sendRefund(ctx, id)
  expect(ctx.payments.keys.slice(-2)).toEqual([`${id}:1`, `${id}:1`])
  expect(ctx.payments.refunds).toHaveLength(1)
})

test.for([
  ['repeats a stored failure', true, '1 second', `:2`],
  ['fails itself, soon after the request', false, '1 minute', `:1`],
  ['fails itself, when no earlier request can be in progress', false, '6 minutes', `:2`],
] as const)(
  'when the provider %s, the next request has the right key',
  async ([, isRepeated, interval, keyEnd], { paymentContext: ctx }) => {
    const { id } = await buildRefund(ctx)
    await age(ctx, id, interval)
    const failure = new ProviderFailure('An error occurred', { isRepeated, cause: undefined })
    await expect(sendRefund(failing(ctx, failure), id)).rejects.toBe(failure)
    await sendRefund(ctx, id)
    expect(ctx.payments.keys.at(-1)).toBe(`${id}${keyEnd}`)
  },
)

test('a refund that the provider rejects fails at once, and the owner is emailed its reason', async ({
  paymentContext: ctx,
  connection,
}) => {
  const { id, orderId } = await buildRefund(ctx)
  const settings = { ...ctx.settings, adminEmail: `owner-${id}@store.example` }
  await sendRefund({ ...failing(ctx, new ProviderRejection('Insufficient funds')), settings }, id)
  expect(await listFailedRefunds(ctx.db, orderId)).toMatchObject([{ failure: 'Insufficient funds' }])
  const [email, ...others] = await findSentEmails(connection, settings.adminEmail)
  expect(others).toEqual([])
  expect([email?.kind, email?.text]).toEqual(['refund-failed', expect.stringContaining('Insufficient funds')])
  expect(await readOrder(ctx.db, orderId)).toMatchObject({ paymentStatus: 'paid', refunded: 0 })
})

test('a wrong API key doesn’t fail the refund: it is sent once the key is corrected', async ({
  paymentContext: ctx,
}) => {
  const { id } = await buildRefund(ctx)
  await expect(sendRefund(failing(ctx, new ProviderAuthFailure('Invalid API key')), id)).rejects.toThrow(
    'Invalid API key',
  )
  expect(await stateOf(ctx, id)).toBe('pending')
  await sendRefund(ctx, id)
  expect(await stateOf(ctx, id)).toBe('done')
})

test('a rejection because of a refund in the dashboard waits for the event of that refund', async ({
  paymentContext: ctx,
}) => {
  const { id, intentId } = await buildRefund(ctx, TOTAL)
  ctx.payments.refunds.push({
    ...{ id: `re_dashboard_${id}`, intentId, amount: TOTAL, state: 'done', refundId: null },
    ...{ failure: null, createdAt: ctx.now },
  })
  const rejection = new ProviderRejection('Charge has already been refunded.')
  await expect(sendRefund(failing(ctx, rejection), id)).rejects.toBeInstanceOf(UncertainOutcome)
  expect(await stateOf(ctx, id)).toBe('pending')
})

test('a rejected request of a refund that an earlier request carried out completes it', async ({
  paymentContext: ctx,
}) => {
  const { id, intentId } = await buildRefund(ctx)
  const rejectedButDone = withRefund(ctx, async ({ refundId, amount }) => {
    const refund = { id: `re_${id}`, intentId, amount, refundId, state: 'done' as const }
    ctx.payments.refunds.push({ ...refund, failure: null, createdAt: ctx.now })
    throw new ProviderRejection('Charge has already been refunded.')
  })
  await sendRefund(rejectedButDone, id)
  expect(await findRefund(ctx.db, id)).toMatchObject({ state: 'done', providerId: `re_${id}` })
})

test('an administrator sees a rejection at once, but an unclear result only leaves the job to retry', async ({
  paymentContext: ctx,
}) => {
  const [rejected, silent, unclear] = [await buildRefund(ctx), await buildRefund(ctx), await buildRefund(ctx)]
  const rejection = failing(ctx, new ProviderRejection('Insufficient funds'))
  await expect(sendRefundNow(rejection, rejected.id)).rejects.toMatchObject({
    ...{ code: 'conflict', message: 'The card provider declined the refund: Insufficient funds' },
  })
  await expect(sendRefundNow(failing(ctx, new ProviderRejection('')), silent.id)).rejects.toThrow(
    'The card provider declined the refund.',
  )
  await sendRefundNow(failing(ctx, new UncertainOutcome('timed out')), unclear.id)
  expect(await stateOf(ctx, unclear.id)).toBe('pending')
  expect((await findJobs(ctx.db, unclear.id)).map(({ name }) => name)).toEqual(['send-refund'])
})

test('without a card provider, a refund waits', async ({ paymentContext: ctx }) => {
  const { id } = await buildRefund(ctx)
  await expect(sendRefund({ ...ctx, payments: null }, id)).rejects.toThrow('no card provider is configured')
  expect(await stateOf(ctx, id)).toBe('pending')
})
