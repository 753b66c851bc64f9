import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { enqueueEmail } from '../mail/letters.server.ts'
import { findOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import { confirmedLetter, deliveredLetter, shippedLetter } from './order-letters.ts'
import { orderLink } from './order-link.ts'
import { picturesIn } from './write-letters.server.ts'

const LETTERS = { 'order-confirmed': confirmedLetter, shipped: shippedLetter, delivered: deliveredLetter }
export type Resendable = keyof typeof LETTERS

/** The letters that an order as it stands can have again. */
export function resendable({ status, paymentStatus, paymentMethod }: Order): Resendable[] {
  if (paymentStatus !== 'paid' && paymentMethod !== 'demo') return []
  if (status === 'shipped') return ['order-confirmed', 'shipped']
  if (status === 'delivered') return ['order-confirmed', 'shipped', 'delivered']
  return status === 'pending' || status === 'processing' ? ['order-confirmed'] : []
}

/** Written anew from the order as it is now: the first one's words were forgotten once it was sent. */
export async function resendLetter(ctx: Context, idOrNumber: string, kind: string): Promise<void> {
  requireRole(canAccessAdmin, ctx.actor)
  const order = await findOrder(ctx, idOrNumber)
  const known = resendable(order).find((one) => one === kind)
  if (!known) throw new Refusal('conflict', 'This order has no such letter.')
  const { settings } = ctx
  const support = `${settings.support.email} · ${settings.support.phone}`
  const shown = await picturesIn(ctx, order)
  const letter = LETTERS[known](order, { to: order.email, support, link: orderLink(settings, order) }, shown)
  await ctx.db.transaction(async (tx) => {
    await enqueueEmail(tx, { ...letter, key: `${letter.key}:again:${newId('letter')}` })
    await writeAudit(ctx, { action: 'letter-resent', subject: order.id, after: { kind } }, tx)
  })
}
