import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { query, queryColumn } from '#db/sql.ts'
import type { CheckoutSession, PaymentProvider, ProviderRefund } from '../payments/payment.ts'
import { DAY_MS, MINUTE_MS } from '../time-units.ts'

const PAYMENT_DAYS = 7
const REFUND_DAYS = 30
/** Events of the last minutes may still be on their way. */
const GRACE_MS = 5 * MINUTE_MS

/** Compares the provider's recent payments and refunds with the store's. Returns each difference as a sentence. */
export async function findProviderDifferences(
  db: Db,
  provider: PaymentProvider,
  now: Date,
): Promise<string[]> {
  const settledBefore = now.getTime() - GRACE_MS
  const since = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const sessions = await provider.sessionsSince(since(PAYMENT_DAYS))
  const refunds = await provider.refundsSince(since(REFUND_DAYS))
  const isSettled = ({ createdAt }: { createdAt: Date }) => createdAt.getTime() < settledBefore
  return [
    ...(await findUnknownPayments(db, sessions.filter(({ paid }) => paid).filter(isSettled))),
    ...(await findUnknownRefunds(db, refunds.filter(({ state }) => state === 'done').filter(isSettled))),
    ...(await findRefundsMissingAtProvider(db, refunds, {
      from: since(REFUND_DAYS - 1),
      until: new Date(settledBefore),
    })),
    ...(await findStuckRefunds(db, new Date(now.getTime() - 12 * GRACE_MS))),
    ...(await findFailedEvents(db)),
  ]
}

const KnownPayment = z.strictObject({ providerId: z.string(), amount: z.int() })

async function findUnknownPayments(db: Db, sessions: CheckoutSession[]): Promise<string[]> {
  const ids = sessions.map(({ id }) => id)
  const known = await query(db, KnownPayment)`
    select provider_id as "providerId", amount from payments
    where provider_id = any(${ids}::text[]) and state in ('paid', 'refunded')`
  const amounts = new Map(known.map(({ providerId, amount }) => [providerId, amount]))
  return sessions
    .filter(({ id, amount }) => amounts.get(id) !== amount)
    .map(({ id }) => `The provider has a payment (${id}) that the store doesn’t have`)
}

async function findUnknownRefunds(db: Db, refunds: ProviderRefund[]): Promise<string[]> {
  const ids = refunds.map(({ id }) => id)
  const known = await queryColumn(db, z.string())`
    select provider_id from refunds where provider_id = any(${ids}::text[]) and state = 'done'`
  return refunds
    .filter(({ id }) => !known.includes(id))
    .map(({ id }) => `The provider has a refund (${id}) that the store doesn’t have`)
}

async function findRefundsMissingAtProvider(
  db: Db,
  refunds: ProviderRefund[],
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const ids = new Set(refunds.filter(({ state }) => state !== 'failed').map(({ id }) => id))
  // The demo's own orders were never at a provider, and a lost dispute isn't a refund there.
  const done = await queryColumn(db, z.string())`
    select provider_id from refunds
    where state = 'done' and reason <> 'disputed' and provider_id not like 're\\_demo\\_%'
      and provider_id not like 'uncaptured\\_%'
      and done_at between ${from} and ${until} and created_at >= ${from}`
  return done
    .filter((id) => !ids.has(id))
    .map((id) => `The store has a refund (${id}) that the provider doesn’t have`)
}

const StuckRefund = z.strictObject({ id: z.string(), number: z.string() })

async function findStuckRefunds(db: Db, requestedBefore: Date): Promise<string[]> {
  const stuck = await query(db, StuckRefund)`
    select r.id, o.number from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
    where r.state = 'pending' and p.state <> 'authorized' and r.created_at < ${requestedBefore} order by r.created_at limit 5`
  return stuck.map(
    ({ id, number }) => `A refund of order ${number} (${id}) has been waiting for over an hour`,
  )
}

const FailedEvent = z.strictObject({ id: z.string(), failure: z.string() })

async function findFailedEvents(db: Db): Promise<string[]> {
  const failed = await query(db, FailedEvent)`
    select id, failure from failed_provider_events where attempts > 3 order by failed_at limit 5`
  return failed.map(({ id, failure }) => `The provider’s event ${id} can’t be handled (${failure})`)
}
