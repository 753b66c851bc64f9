import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import type { Currency } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { CheckoutSession } from './payment.ts'

export type Payment = {
  id: string
  orderId: string
  providerId: string | null
  intentId: string | null
  url: string | null
  amount: number
  currency: Currency
  state: 'open' | 'paid' | 'failed' | 'expired' | 'refunded'
  attempt: number
  declinedAt: string | null
  expiresAt: string | null
  createdAt: string
}

export type PaidPayment = Payment & { surplus: boolean }

export async function listPayments(db: Db, orderId: string): Promise<Payment[]> {
  return selectPayments(db, orderId)
}

/** Ignores surplus payments. */
export async function findPaidPayment(db: Db, orderId: string): Promise<Payment | undefined> {
  const [paid] = await selectPaid(db, orderId)
  return paid
}

/** Closes the payments here; a job then expires their sessions at the provider. */
export async function closePayments(tx: Db, orderId: string, state: 'failed' | 'expired'): Promise<void> {
  for (const { id } of await closeOpen(tx, orderId, state)) {
    await enqueueJob(tx, 'close-session', { paymentId: id }, { key: `close-session:${id}` })
  }
}

export async function findPaidByIntent(db: Db, intentId: string): Promise<PaidPayment | undefined> {
  const [payment] = await selectByIntent(db, intentId)
  return payment
}

export async function findPayment(db: Db, idOrProviderId: string): Promise<Payment | undefined> {
  const [payment] = await selectPayment(db, idOrProviderId)
  return payment
}

/** Returns the attempt number for a new idempotency key, and extends the payment's expiry. */
export async function nextAttempt(db: Db, id: string, expiresAt: Date): Promise<number> {
  const [row] = await incrementAttempt(db, id, expiresAt)
  return row?.attempt ?? 1
}

/** The first session to be attached wins. */
export async function attachSession(
  db: Db,
  id: string,
  session: CheckoutSession,
): Promise<Payment | undefined> {
  const [updated] = await setSession(db, id, session.id, session.url)
  return updated ?? findPayment(db, id)
}

export async function markPaid(
  tx: Db,
  id: string,
  { id: sessionId, intentId }: CheckoutSession,
): Promise<void> {
  await setPaid(tx, id, sessionId, intentId)
}

/** Records a second payment for a paid order, so that it can be refunded. */
export async function saveSurplusPayment(tx: Db, orderId: string, session: CheckoutSession): Promise<string> {
  const [saved] = await insertSurplus(
    tx,
    newId('payment'),
    orderId,
    session.id,
    session.amount,
    session.currency,
    session.intentId,
  )
  return saved?.id ?? ''
}

export async function markDeclined(db: Db, id: string): Promise<void> {
  await setDeclined(db, id)
}

export async function countOpenPayments(db: Db, email: string, network: string) {
  const [counts] = await selectOpenCounts(db, email, network)
  return { byEmail: counts?.of_email ?? 0, byNetwork: counts?.of_network ?? 0 }
}

export async function findOpenOrderIds(
  db: Db,
  userId: string | null,
  orderIds: readonly string[],
): Promise<string[]> {
  return (await selectOpenOrders(db, userId, orderIds)).map(({ id }) => id)
}

export async function listOverduePayments(db: Db, now: Date): Promise<Payment[]> {
  return selectOverdue(db, now)
}

export async function listOpenPayments(db: Db): Promise<Payment[]> {
  return selectAllOpen(db)
}

const PAYMENT_COLUMNS = `id, order_id as "orderId", provider_id as "providerId", intent_id as "intentId", url, amount, currency, state,
  attempt, declined_at as "declinedAt", expires_at as "expiresAt", created_at as "createdAt"`

const selectPayments = statement<Payment>(
  'payments',
  `select ${PAYMENT_COLUMNS} from payments where order_id = $1 order by created_at desc, id desc`,
)
const selectPaid = statement<Payment>(
  'payment_paid',
  `select ${PAYMENT_COLUMNS} from payments where order_id = $1 and state in ('paid', 'refunded') and not surplus`,
)
const closeOpen = statement<{ id: string }>(
  'payments_close',
  `update payments set state = $2, network = null where order_id = $1 and state = 'open' returning id`,
)
const selectPayment = statement<Payment>(
  'payment',
  `select ${PAYMENT_COLUMNS} from payments where id = $1 or provider_id = $1`,
)
const selectByIntent = statement<PaidPayment>(
  'payment_by_intent',
  `select ${PAYMENT_COLUMNS}, surplus from payments where intent_id = $1 and state in ('paid', 'refunded')`,
)
const incrementAttempt = statement<{ attempt: number }>(
  'payment_attempt',
  `update payments set attempt = attempt + 1, expires_at = greatest(expires_at, $2) where id = $1 returning attempt`,
)
const setSession = statement<Payment>(
  'payment_session',
  `update payments set provider_id = $2, url = $3 where id = $1 and provider_id is null returning ${PAYMENT_COLUMNS}`,
)
const setPaid = statement(
  'payment_mark_paid',
  `update payments set state = 'paid', provider_id = $2, intent_id = $3, paid_at = now(), network = null where id = $1`,
)
const insertSurplus = statement<{ id: string }>(
  'payment_surplus',
  `insert into payments (id, order_id, provider, provider_id, amount, currency, intent_id, state, paid_at, surplus)
   values ($1, $2, 'stripe', $3, $4, $5, $6, 'paid', now(), true)
   on conflict (provider_id) do update set surplus = true returning id`,
)
const setDeclined = statement('payment_declined', 'update payments set declined_at = now() where id = $1')
const selectOpenCounts = statement<{ of_email: number; of_network: number }>(
  'payments_count_open',
  `select count(*) filter (where o.email = $1) as of_email, count(*) filter (where p.network = $2) as of_network
   from payments p join orders o on o.id = p.order_id where p.state = 'open' and (o.email = $1 or p.network = $2)`,
)
const selectOpenOrders = statement<{ id: string }>(
  'payments_open_orders',
  `select o.id from payments p join orders o on o.id = p.order_id
   where p.state = 'open' and (o.user_id = $1 or o.id = any($2::text[])) order by o.id`,
)
const selectOverdue = statement<Payment>(
  'payments_overdue',
  `select ${PAYMENT_COLUMNS} from payments where state = 'open' and expires_at <= $1 order by expires_at limit 200`,
)
const selectAllOpen = statement<Payment>(
  'payments_all_open',
  `select ${PAYMENT_COLUMNS} from payments where state = 'open' and provider_id is not null order by expires_at limit 500`,
)
