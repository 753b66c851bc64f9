import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isReplacementOrder } from '../orders/exchanges/unpaid-exchange.server.ts'
import { findOrderByLink, lookUpOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { shopperDeadline } from '../payments/deadline.ts'
import { ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import { detachSession, listPayments, type Payment } from '../payments/payments.server.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'
import { MINUTE_MS } from '../time-units.ts'
import { openCheckoutSession } from './open-checkout-session.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** Opens the payment page for what the replacements of an exchange cost more. Returns its URL. */
export async function payDifference(ctx: Context, number: string): Promise<string> {
  const order = await lookUpOrder(ctx, number)
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === order.userId
  if (!isOwn) throw new Refusal('forbidden', 'Only the customer can pay the difference.')
  return openDifferencePage(ctx, order)
}

export async function payDifferenceByLink(
  ctx: Context,
  { number, token }: { number: string; token: string },
): Promise<string> {
  return openDifferencePage(ctx, await findOrderByLink(ctx, number, token))
}

async function openDifferencePage(ctx: Context, order: Order): Promise<string> {
  const payment = await requireOpenPayment(ctx, order)
  const provider = ctx.payments
  if (!provider) throw new Refusal('unavailable', SETUP_FAILED)
  const deadline = shopperDeadline()
  try {
    const session = payment.providerId ? await provider.findSession(payment.providerId, deadline) : undefined
    if (session?.paid) {
      await settlePayment(ctx, session)
      throw nothingDue()
    }
    if (session?.state === 'open' && payment.url) return payment.url
    if (session) await detachSession(ctx.db, payment.id, session.id)
    // The provider's page is open for half an hour only; the payment itself for days.
    const page = await openCheckoutSession(
      { ...ctx, returnPath: `/orders/${order.number}` },
      provider,
      order,
      withNextPage(payment),
      deadline,
    )
    if (page.url) return page.url
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
  }
  throw new Refusal('unavailable', SETUP_FAILED)
}

async function requireOpenPayment(ctx: Context, { id }: Order): Promise<Payment> {
  const payment = (await listPayments(ctx.db, id)).find(({ state }) => state === 'open')
  if (payment && (await isReplacementOrder(ctx.db, id))) return payment
  throw nothingDue()
}

const nothingDue = () => new Refusal('conflict', 'There is nothing left to pay for this order.')

/** Pages of the last minute are reused. A new one gets an expiry of its own, since the payment's is too late for it. */
const withNextPage = (payment: Payment): Payment => ({
  ...payment,
  createdAt: new Date(Date.now() - MINUTE_MS),
})
