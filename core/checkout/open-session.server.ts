import type { Order } from '../orders/order.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { type NewSession, type Payments, type Session, Unsure } from '../payments/payment.ts'
import { nameSession, nextAttempt, type Payment } from '../payments/payments.server.ts'
import type { Till } from './till.ts'

const MINUTE = 60_000
/** The provider's least is thirty minutes, counted from when it hears of it. */
export const OPEN_MINUTES = 31

/** Whether a session that was asked for now would still live long enough for the provider. */
const FRESH = 30_000

/**
 * Leads to one usable page of the provider's, also when it failed after having made one, or repeats that failure: a page
 * that was made is found again; else another is asked for under a new key, and what else turns up is closed.
 */
export async function openSession(
  till: Till,
  provider: Payments,
  order: Order,
  payment: Payment,
): Promise<Payment> {
  const session = await makeSession(till, provider, order, payment)
  const named = await nameSession(till.db, payment.id, session)
  if (!named) throw new Error(`Payment ${payment.id} is gone while its page was made`)
  // Somebody else may have been quicker under the same key; theirs counts, and ours is closed.
  if (named.providerId !== session.id) await closeOthers(till, payment.id)
  return named
}

async function makeSession(till: Till, provider: Payments, order: Order, payment: Payment): Promise<Session> {
  const wanted = sessionFor(till, order, payment)
  const isFresh = Date.now() - Date.parse(payment.createdAt) < FRESH
  if (isFresh && payment.attempt === 1) {
    try {
      return await provider.createSession(wanted, `${payment.id}:1`)
    } catch (error) {
      if (!(error instanceof Unsure)) throw error
      till.log.warn('card provider gave no sure answer', { orderId: order.id, error })
    }
  }
  const made = await findMade(till, provider, payment)
  if (made) return made
  const expiresAt = new Date(Date.now() + OPEN_MINUTES * MINUTE)
  const attempt = await nextAttempt(till.db, payment.id, expiresAt)
  await closeOthers(till, payment.id)
  return provider.createSession({ ...wanted, expiresAt }, `${payment.id}:${attempt}`)
}

async function findMade(till: Till, provider: Payments, payment: Payment): Promise<Session | undefined> {
  try {
    const since = new Date(Date.parse(payment.createdAt) - MINUTE)
    const sessions = await provider.sessionsSince(since)
    return sessions.find(({ paymentId, state, url }) => paymentId === payment.id && state === 'open' && url)
  } catch (error) {
    till.log.warn('card provider would not list its sessions', { error })
    return undefined
  }
}

function closeOthers({ db }: Till, paymentId: string): Promise<void> {
  const at = new Date(Date.now() + 5000)
  return enqueueJob(db, 'close-session', { paymentId }, { key: `close-others:${paymentId}`, at })
}

function sessionFor({ settings }: Till, order: Order, payment: Payment): NewSession {
  const { id: orderId, number, email, currency, total, items, shipping, tax } = order
  const extra = [
    { name: 'Shipping', amount: shipping, quantity: 1 },
    { name: 'Tax', amount: tax, quantity: 1 },
  ]
  return {
    paymentId: payment.id,
    orderId,
    number,
    email,
    currency,
    total,
    lines: [
      ...items.map(({ name, price, quantity }) => ({ name, amount: price, quantity })),
      ...extra.filter(({ amount }) => amount > 0),
    ],
    expiresAt: new Date(payment.expiresAt ?? Date.now() + OPEN_MINUTES * MINUTE),
    // The braces are the provider's, who fills them in: to be sent as they are.
    successUrl: `${settings.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${settings.origin}/checkout`,
  }
}
