import { z } from 'zod'
import { findPayment, type Payment } from '#core/payments/payments.server.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import type { PaymentContext } from '../payment-context.ts'
import { type SettlementOutcome, settlePayment } from '../settle-payment.server.ts'

type ChangedIntent = { id: string; paymentId: string | null }

/** The provider reports that an authorization was made, captured, or released. Its session tells how it is now. */
export async function settleChangedIntent(
  ctx: PaymentContext,
  intent: ChangedIntent,
): Promise<SettlementOutcome | 'received'> {
  const payment = await findPaymentOf(ctx.db, intent)
  if (payment?.capture !== 'manual' || !payment.providerId || !ctx.payments) return 'received'
  const session = await ctx.payments.findSession(payment.providerId)
  // The event of another session of the payment names that session.
  return session.intentId === intent.id ? settlePayment(ctx, session) : 'received'
}

async function findPaymentOf(db: Db, { id, paymentId }: ChangedIntent): Promise<Payment | undefined> {
  if (paymentId) return findPayment(db, paymentId)
  const [known] = await queryColumn(db, z.string())`select id from payments where intent_id = ${id} limit 1`
  return known ? findPayment(db, known) : undefined
}
