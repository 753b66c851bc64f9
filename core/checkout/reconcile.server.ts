import { statement } from '#db/statement.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { type Payments, type ProviderEvent, type Session, Unsure, Unwilling } from '../payments/payment.ts'
import { findPayment, openPayments, overduePayments, type Payment } from '../payments/payments.server.ts'
import { hearEvent } from './hear-event.server.ts'
import { lapse, settle } from './settle.server.ts'
import type { Till } from './till.ts'

const MINUTE = 60_000
/** Events may be listed a little late: they are asked for once more. */
const OVERLAP = 2 * MINUTE
/** Further back than the provider tries to deliver, a first look is no use. */
const FIRST_LOOK = 3 * 24 * 60 * MINUTE

/** Whatever no webhook told: asked for, settled, and what is overdue closed. */
export async function reconcilePayments(till: Till): Promise<void> {
  if (till.payments) await catchUp(till, till.payments)
  for (const payment of await overduePayments(till.db, new Date())) await expirePayment(till, payment.id)
}

async function catchUp(till: Till, provider: Payments): Promise<void> {
  const began = new Date()
  const [seen] = await selectSeen(till.db)
  const since = seen ? Date.parse(seen.until) - OVERLAP : began.getTime() - FIRST_LOOK
  try {
    const heard = []
    for (const event of await provider.eventsSince(new Date(since))) heard.push(await hears(till, event))
    if (heard.every(Boolean)) await keepSeen(till.db, JSON.stringify(began))
  } catch (error) {
    if (!(error instanceof Unsure || error instanceof Unwilling)) throw error
    till.log.warn('card provider’s events could not be listed', { error })
    await askOneByOne(till, provider)
  }
}

/** One that can't be taken in keeps none of the others waiting; it is asked for again until it can. */
async function hears(till: Till, event: ProviderEvent): Promise<boolean> {
  try {
    await hearEvent(till, event)
    return true
  } catch (error) {
    till.log.error('a card provider’s event could not be taken in', { event: event.id, error })
    return false
  }
}

/** Without a list of what happened: what became of each payment that is still open. */
async function askOneByOne(till: Till, provider: Payments): Promise<void> {
  for (const { providerId } of await openPayments(till.db)) {
    const session = providerId && (await ask(till, () => provider.findSession(providerId)))
    if (session) await settle(till, session)
  }
}

/** The time to pay is over, unless it was paid at the last moment. What is paid later still is settled then. */
export async function expirePayment(till: Till, paymentId: string): Promise<void> {
  const payment = await findPayment(till.db, paymentId)
  if (payment?.state !== 'open') return
  if (payment.providerId && till.payments) await settleOrClose(till, till.payments, payment.providerId)
  await till.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const now = await findPayment(tx, paymentId)
    if (now?.state === 'open' && Date.parse(now.expiresAt ?? '') <= Date.now()) await lapse(tx, order, now)
  })
}

async function settleOrClose(till: Till, provider: Payments, sessionId: string): Promise<void> {
  const session = await ask(till, () => provider.findSession(sessionId))
  if (session?.paid) await settle(till, session)
  else if (session?.state === 'open') await ask(till, () => provider.expireSession(sessionId))
}

/** Closes at the provider what nobody is to pay any more: all pages of a payment, but the one that still counts. */
export async function closeSessions(till: Till, paymentId: string): Promise<void> {
  const provider = till.payments
  const payment = await findPayment(till.db, paymentId)
  if (!provider || !payment) return
  const counts = payment.state === 'open' ? payment.providerId : null
  for (const { id, paid } of await sessionsOf(provider, payment)) {
    if (id === counts || paid) continue
    await provider.expireSession(id).catch((error) => {
      // A page that is closed already, or was paid meanwhile: its event tells.
      if (!(error instanceof Unwilling)) throw error
    })
  }
}

async function sessionsOf(provider: Payments, { id, providerId, createdAt }: Payment): Promise<Session[]> {
  try {
    const listed = await provider.sessionsSince(new Date(Date.parse(createdAt) - MINUTE))
    return listed.filter(({ paymentId, state }) => paymentId === id && state === 'open')
  } catch (error) {
    if (!(error instanceof Unwilling) || !providerId) throw error
    const session = await provider.findSession(providerId)
    return session.state === 'open' ? [session] : []
  }
}

async function ask<Answer>(till: Till, question: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof Unsure || error instanceof Unwilling)) throw error
    till.log.warn('card provider could not be asked', { error })
    return undefined
  }
}

const selectSeen = statement<{ until: string }>(
  'events_seen',
  `select value #>> '{}' as until from store_facts where key = 'provider-events-seen'`,
)
const keepSeen = statement(
  'events_keep_seen',
  `insert into store_facts (key, value) values ('provider-events-seen', $1)
   on conflict (key) do update set value = excluded.value, at = now()`,
)
