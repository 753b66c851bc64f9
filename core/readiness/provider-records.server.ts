import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { CheckoutSession, PaymentProvider, ProviderRefund } from '../payments/payment.ts'
import { DAY_MS } from './check.ts'

const PAYMENT_DAYS = 7
const REFUND_DAYS = 30
/** Events of the last minutes may still be on their way. */
const GRACE_MS = 5 * 60_000

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

async function findUnknownPayments(db: Db, sessions: CheckoutSession[]): Promise<string[]> {
  const known = await selectPayments(
    db,
    sessions.map(({ id }) => id),
  )
  const amounts = new Map(known.map(({ providerId, amount }) => [providerId, amount]))
  return sessions
    .filter(({ id, amount }) => amounts.get(id) !== amount)
    .map(({ id }) => `The provider has a payment (${id}) that the store doesn’t have`)
}

async function findUnknownRefunds(db: Db, refunds: ProviderRefund[]): Promise<string[]> {
  const known = new Set(
    (
      await selectRefunds(
        db,
        refunds.map(({ id }) => id),
      )
    ).map(({ providerId }) => providerId),
  )
  return refunds
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => `The provider has a refund (${id}) that the store doesn’t have`)
}

async function findRefundsMissingAtProvider(
  db: Db,
  refunds: ProviderRefund[],
  { from, until }: { from: Date; until: Date },
): Promise<string[]> {
  const ids = new Set(refunds.filter(({ state }) => state !== 'failed').map(({ id }) => id))
  return (await selectDoneRefunds(db, from, until))
    .filter(({ providerId }) => !ids.has(providerId))
    .map(({ providerId }) => `The store has a refund (${providerId}) that the provider doesn’t have`)
}

async function findStuckRefunds(db: Db, requestedBefore: Date): Promise<string[]> {
  return (await selectStuckRefunds(db, requestedBefore)).map(
    ({ id, number }) => `A refund of order ${number} (${id}) has been waiting for over an hour`,
  )
}

async function findFailedEvents(db: Db): Promise<string[]> {
  return (await selectFailedEvents(db)).map(
    ({ id, failure }) => `The provider’s event ${id} can’t be handled (${failure})`,
  )
}

const selectPayments = statement<{ providerId: string; amount: number }>(
  'provider_check_payments',
  `select provider_id as "providerId", amount from payments
   where provider_id = any($1::text[]) and state in ('paid', 'refunded')`,
)
const selectRefunds = statement<{ providerId: string }>(
  'provider_check_refunds',
  `select provider_id as "providerId" from refunds where provider_id = any($1::text[]) and state = 'done'`,
)
// The demo's own orders were never at a provider, and a lost dispute isn't a refund there.
const selectDoneRefunds = statement<{ providerId: string }>(
  'provider_check_done',
  `select provider_id as "providerId" from refunds
   where state = 'done' and reason <> 'disputed' and provider_id not like 're\\_demo\\_%'
     and done_at between $1 and $2 and created_at >= $1`,
)
const selectStuckRefunds = statement<{ id: string; number: string }>(
  'provider_check_stuck',
  `select r.id, o.number from refunds r join orders o on o.id = r.order_id
   where r.state = 'asked' and r.created_at < $1 order by r.created_at limit 5`,
)
const selectFailedEvents = statement<{ id: string; failure: string }>(
  'provider_check_events',
  'select id, failure from failed_provider_events where attempts > 3 order by failed_at limit 5',
)
