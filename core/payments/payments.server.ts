import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import type { CartLine } from '../cart/cart-line.ts'
import { isId, newId } from '../ids.ts'
import { CURRENCIES } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { Holds } from './hold-limits.ts'
import type { CheckoutSession } from './payment.ts'

const Payment = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  providerId: z.string().nullable(),
  intentId: z.string().nullable(),
  url: z.string().nullable(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  state: z.enum(['open', 'authorized', 'paid', 'failed', 'expired', 'refunded']),
  attempt: z.int(),
  declinedAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  createdAt: z.date(),
  /** A second payment for a paid order. */
  surplus: z.boolean(),
  /** Its provider page may expire before it does; the customer then opens another one. */
  link: z.boolean(),
  /** When the shopper confirmed it; the provider still waits for an app or a bank. */
  processingAt: z.date().nullable(),
  /** `manual`: authorized at checkout, and captured when the order ships. */
  capture: z.enum(['automatic', 'manual']),
  authorizedAt: z.date().nullable(),
})
export type Payment = z.infer<typeof Payment>

const PAYMENT_COLUMNS = sql`id, order_id as "orderId", provider_id as "providerId", intent_id as "intentId", url, amount, currency,
  state, attempt, declined_at as "declinedAt", expires_at as "expiresAt", created_at as "createdAt",
  surplus, link, processing_at as "processingAt", capture, authorized_at as "authorizedAt"`

/** As it is written with its order. */
export function newPayment({
  id,
  expiresAt,
  link = false,
  capture = 'automatic',
  order,
}: Pick<Payment, 'id' | 'expiresAt'> & {
  link?: boolean
  capture?: Payment['capture']
  order: { id: string; total: number; giftCardAmount: number; currency: Payment['currency']; createdAt: Date }
}): Payment {
  const { id: orderId, total, giftCardAmount, currency, createdAt } = order
  const amount = total - giftCardAmount
  const untouched = {
    providerId: null,
    intentId: null,
    url: null,
    declinedAt: null,
    surplus: false,
    processingAt: null,
    authorizedAt: null,
  }
  return {
    id,
    orderId,
    amount,
    currency,
    state: 'open',
    attempt: 1,
    ...untouched,
    link,
    capture,
    expiresAt,
    createdAt,
  }
}

/** Newest first. */
export function listPayments(db: Db, orderId: string): Promise<Payment[]> {
  return query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments where order_id = ${orderId} order by created_at desc, id desc`
}

/** Whether the order was paid with it. */
export const isPaidPayment = ({ state, surplus }: Payment) =>
  (state === 'paid' || state === 'refunded') && !surplus

/** Ignores surplus payments. */
export async function findPaidPayment(db: Db, orderId: string): Promise<Payment | undefined> {
  const [paid] = await query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments
    where order_id = ${orderId} and state in ('paid', 'refunded') and not surplus`
  return paid
}

/** What the provider holds for the order. */
export async function findAuthorizedPayment(db: Db, orderId: string): Promise<Payment | undefined> {
  const [authorized] = await query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments where order_id = ${orderId} and state = 'authorized'`
  return authorized
}

/** Closes the payments here; a job then expires their sessions at the provider. */
export async function closePayments(tx: Db, orderId: string, state: 'failed' | 'expired'): Promise<void> {
  const closed = await queryColumn(tx, z.string())`
    update payments set state = ${state}, network = null where order_id = ${orderId} and state = 'open' returning id`
  for (const id of closed) {
    await enqueueJob(tx, 'close-session', { paymentId: id }, { key: `close-session:${id}` })
  }
}

export async function findPaidByIntent(db: Db, intentId: string): Promise<Payment | undefined> {
  const [payment] = await query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments
    where intent_id = ${intentId} and state in ('paid', 'refunded')`
  return payment
}

export async function findPayment(db: Db, idOrProviderId: string): Promise<Payment | undefined> {
  const column = isId('payment', idOrProviderId) ? sql`id` : sql`provider_id`
  const [payment] = await query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments where ${column} = ${idOrProviderId}`
  return payment
}

/** Returns the attempt number for a new idempotency key, and extends the payment's expiry. */
export async function nextAttempt(db: Db, id: string, expiresAt: Date): Promise<number> {
  const [attempt] = await queryColumn(db, z.int())`
    update payments set attempt = attempt + 1, expires_at = greatest(expires_at, ${expiresAt})
    where id = ${id} returning attempt`
  return attempt ?? 1
}

/** The first session to be attached wins. */
export async function attachSession(
  db: Db,
  id: string,
  session: Pick<CheckoutSession, 'id' | 'url'>,
): Promise<Payment | undefined> {
  const [updated] = await query(db, Payment)`
    update payments set provider_id = ${session.id}, url = ${session.url}
    where id = ${id} and provider_id is null returning ${PAYMENT_COLUMNS}`
  return updated ?? findPayment(db, id)
}

/** So that its next session can take its place. Another may have taken it already. */
export async function detachSession(db: Db, id: string, sessionId: string): Promise<void> {
  await execute(db)`
    update payments set provider_id = null, url = null, processing_at = null
    where id = ${id} and provider_id = ${sessionId} and state = 'open'`
}

type SessionPayment = Pick<CheckoutSession, 'id' | 'intentId'> & { at: Date }

export async function markPaid(tx: Db, id: string, payment: SessionPayment): Promise<void> {
  await execute(tx)`${updateToPaid(id, payment)}`
}

export function updateToPaid(id: string, { id: sessionId, intentId, at }: SessionPayment): Sql {
  return sql`
    update payments
    set state = 'paid', provider_id = ${sessionId}, intent_id = ${intentId}, paid_at = ${at}, network = null
    where id = ${id}`
}

/** Records a second payment for a paid order, so that it can be refunded. */
export async function saveSurplusPayment(tx: Db, orderId: string, session: CheckoutSession): Promise<string> {
  const { id: sessionId, amount, currency, intentId } = session
  const [id] = await queryColumn(tx, z.string())`
    insert into payments (id, order_id, provider, provider_id, amount, currency, intent_id, state, paid_at, surplus)
    values (${newId('payment')}, ${orderId}, 'stripe', ${sessionId}, ${amount}, ${currency}, ${intentId}, 'paid', now(), true)
    on conflict (provider_id) do update set surplus = true returning id`
  return id ?? ''
}

/** The first report of it extends the time for which the payment, and its stock, are held. */
export async function markProcessing(
  tx: Db,
  id: string,
  { at, until }: { at: Date; until: Date },
): Promise<boolean> {
  const updated = await execute(tx)`
    update payments set processing_at = ${at}, declined_at = null, expires_at = greatest(expires_at, ${until})
    where id = ${id} and state = 'open' and processing_at is null`
  return updated > 0
}

export async function markDeclined(db: Db, id: string): Promise<void> {
  await execute(db)`update payments set declined_at = now() where id = ${id}`
}

/** Serializes the checkouts of a network, so that concurrent ones can't exceed its limits together. */
export async function lockNetwork(tx: Db, network: string): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`paying from ${network}`}, 0))`
}

type HoldQuery = {
  network: string
  onlyGuests: boolean
  lines: readonly CartLine[]
  /** Cancelled orders whose stock is still held. */
  releasing: readonly string[]
}

/** What the unpaid orders of a network hold, with the lines of a new order added. */
export async function findHolds(
  tx: Db,
  { network, onlyGuests, lines, releasing }: HoldQuery,
): Promise<Holds> {
  const [holds] = await query(tx, HoldsRow)`
    with open as (
      select o.id from payments p join orders o on o.id = p.order_id
      where p.state = 'open' and p.network = ${network} and (o.user_id is null or not ${onlyGuests}::boolean)
    ), held as (
      select product_id, sum(quantity) as quantity from order_items where order_id in (select id from open) group by 1
    ), released as (
      select product_id, sum(quantity) as quantity from order_items where order_id = any(${releasing}::text[]) group by 1
    ), requested as (
      select "productId" as product_id, sum(quantity) as quantity
      from json_to_recordset(${sql.json(lines)}) as l ("productId" text, quantity integer) group by 1
    )
    select (select count(*)::int from open) as payments, coalesce((
      select json_agg(json_build_object(
        'units', coalesce(h.quantity, 0) + coalesce(q.quantity, 0), 'stock', s.available + coalesce(h.quantity, 0) + coalesce(r.quantity, 0)))
      from held h full join requested q using (product_id) join stock_levels s using (product_id)
        left join released r using (product_id)), '[]') as products`
  return holds ?? { payments: 0, products: [] }
}

const HoldsRow = z.strictObject({
  payments: z.int(),
  products: z.array(z.strictObject({ units: z.int(), stock: z.int() })),
})

/**
 * Without links that staff sent, and the difference of an exchange: a customer may pay one of them and check out as
 * well. Payments that the shopper has confirmed stay, too.
 */
export function findOpenOrderIds(
  db: Db,
  userId: string | null,
  orderIds: readonly string[],
): Promise<string[]> {
  return queryColumn(db, z.string())`
    select o.id from payments p join orders o on o.id = p.order_id
    where p.state = 'open' and not p.link and p.processing_at is null and (o.user_id = ${userId} or o.id = any(${orderIds}::text[])) order by o.id`
}

export function listOverduePayments(db: Db, now: Date): Promise<Payment[]> {
  return query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments
    where state = 'open' and expires_at <= ${now} order by expires_at limit 500`
}

export function listOpenPayments(db: Db): Promise<Payment[]> {
  return query(db, Payment)`
    select ${PAYMENT_COLUMNS} from payments
    where state = 'open' and provider_id is not null order by expires_at limit 500`
}
