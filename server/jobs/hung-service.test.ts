import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { type PaymentProvider, UncertainOutcome } from '#core/payments/payment.ts'
import { findPaidPayment, findPayment } from '#core/payments/payments.server.ts'
import { requestRefund } from '#core/payments/refunds.server.ts'
import { connect } from '#db/connection.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { startPictureServer } from '#test/http/picture-server.ts'
import { asAdmin, checkImportFile, runImport } from '#test/imports.ts'
import { startJobWorker } from './job-worker.ts'

const WAIT = { timeout: 15_000, interval: 20 }

type HungServices = { email?: boolean; payments?: boolean }

/** Runs jobs with services that accept a request and then never answer, until the test ends. */
async function startJobs(ctx: Context, url: string, hung: HungServices) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const counts = { email: 0, payments: 0 }
  const hang = (service: keyof HungServices) => async () => {
    counts[service]++
    await released
    throw new UncertainOutcome('The test ended')
  }
  const connection = connect({ url, max: 12 })
  const jobs = await startJobWorker({
    connection,
    emailTransport: { send: hung.email ? hang('email') : async () => {} },
    log: ctx.log,
    files: ctx.files,
    settings: ctx.settings,
    payments: hung.payments ? hangingProvider(hang('payments')) : ctx.payments,
  })
  const stop = async () => {
    release()
    await jobs.stop()
    await connection.close()
  }
  let stopped: Promise<void> | undefined
  const close = async () => {
    stopped ??= stop()
    await stopped
  }
  onTestFinished(close)
  return { counts, close }
}

function hangingProvider(hang: () => Promise<never>): PaymentProvider {
  return {
    checkoutOrigin: 'https://checkout.stripe.com',
    library: null,
    createSession: hang,
    findSession: hang,
    sessionsSince: hang,
    expireSession: hang,
    findIntent: hang,
    captureIntent: hang,
    releaseIntent: hang,
    refund: hang,
    listRefunds: hang,
    refundsSince: hang,
    listDisputes: hang,
    findDispute: hang,
    sendEvidence: hang,
    acceptDispute: hang,
    eventsBetween: hang,
    createCustomer: hang,
    deleteCustomer: hang,
    listSavedMethods: hang,
    findMethodOwner: hang,
    detachMethod: hang,
    listBalance: hang,
    payoutsSince: hang,
    readWebhook: () => undefined,
  }
}

async function payOrders(ctx: Context, shop: CardStore, count: number): Promise<string[]> {
  const { id: product_id } = await buildProduct(ctx, { stock: 100 })
  const orderIds: string[] = []
  while (orderIds.length < count) {
    const checkout = await shop.startCheckout([{ product_id, quantity: 1 }])
    await shop.pay(checkout)
    orderIds.push(checkout.order_id)
  }
  await shop.deliverWebhooks()
  return orderIds
}

async function askForRefund(ctx: Context, orderId = ''): Promise<string> {
  const payment = await findPaidPayment(ctx.db, orderId)
  const refund = {
    orderId,
    paymentId: payment?.id ?? '',
    amount: 100,
    reason: 'refunded',
    cause: `test:${orderId}`,
    actorId: null,
    at: ctx.now,
  } as const
  return (await requestRefund(ctx.db, refund)) ?? ''
}

const countRows = async ({ db }: Context, table: Sql) =>
  (await query(db, RowCount)`select count(*) as count from ${table}`)[0]?.count
const RowCount = z.strictObject({ count: z.int() })
const bookedSales = sql`accounting where kind = 'sale'`

test('while the mail server hangs, sales are booked and refunds are sent', async ({
  paymentContext: ctx,
  shop,
  url,
}) => {
  const orderIds = await payOrders(ctx, shop, 5)
  const { counts, close } = await startJobs(ctx, url, { email: true })
  await vi.waitUntil(() => counts.email >= 2, WAIT)
  const refundId = await askForRefund(ctx, orderIds[0])
  await vi.waitFor(async () => {
    expect(await countRows(ctx, bookedSales)).toBe(orderIds.length)
    expect(await countRows(ctx, sql`refunds where id = ${refundId} and state = 'done'`)).toBe(1)
  }, WAIT)
  await close()
})

test('while the card provider hangs, emails are sent and sales are booked', async ({
  paymentContext: ctx,
  shop,
  url,
}) => {
  const { id: product_id } = await buildProduct(ctx, { stock: 1 })
  const unpaid = await shop.startCheckout([{ product_id, quantity: 1 }])
  await shop.expireCheckout(unpaid)
  const payment = await findPayment(ctx.db, unpaid.session_id)
  const orderIds = await payOrders(ctx, shop, 3)
  for (const key of ['1', '2', '3', '4'])
    await enqueueJob(ctx.db, 'close-session', { paymentId: payment?.id ?? '' }, { key })
  const { counts, close } = await startJobs(ctx, url, { payments: true })
  await vi.waitUntil(() => counts.payments >= 2, WAIT)
  await enqueueEmail(ctx.db, {
    key: 'confirm',
    kind: 'confirm',
    to: 'grace@orchard.example',
    subject: 'Confirm your address',
    text: 'A link',
    html: '',
  })
  await vi.waitFor(async () => {
    expect(await countRows(ctx, bookedSales)).toBe(orderIds.length)
    expect(await countRows(ctx, sql`emails where key = 'confirm' and state = 'sent'`)).toBe(1)
  }, WAIT)
  await close()
})

test('while servers of pictures hang, emails are sent, and a stop returns what they were asked for', async ({
  paymentContext: ctx,
  url,
}) => {
  const pictures = await startPictureServer()
  pictures.answer = () => true
  const admin = await asAdmin(ctx)
  const file = `slug,name,category,price,pictures\noil,Oil,Skincare,9,"${pictures.url}/1.png ${pictures.url}/2.png"\n`
  const { id } = await checkImportFile(admin, file, { fetchPictures: true })
  await runImport(admin, id)
  const { close } = await startJobs(ctx, url, {})
  await vi.waitUntil(() => pictures.requested.length === 2, WAIT)
  await enqueueEmail(ctx.db, {
    ...{ key: 'confirm', kind: 'confirm', to: 'grace@orchard.example' },
    ...{ subject: 'Confirm your address', text: 'A link', html: '' },
  })
  await vi.waitFor(async () => {
    expect(await countRows(ctx, sql`emails where key = 'confirm' and state = 'sent'`)).toBe(1)
  }, WAIT)
  await close()
  const isReturned = sql`state = 'pending' and claimed_until is null and attempts = 0`
  expect(await countRows(ctx, sql`product_import_pictures where ${isReturned}`)).toBe(2)
})
