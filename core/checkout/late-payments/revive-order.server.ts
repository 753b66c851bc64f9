import { DELETED_EMAIL } from '#core/email/deleted-email.ts'
import { redeemAgain } from '#core/gift-cards/pay-with-gift-cards.server.ts'
import { reclaimOffer } from '#core/offers/redeem-offer.server.ts'
import { isGiftCardUsedUpError, isOutOfStockError } from '#core/orders/constraint-errors.ts'
import { isReplacementOrder } from '#core/orders/exchanges/unpaid-exchange.server.ts'
import type { Order } from '#core/orders/order.ts'
import { sellStock } from '#core/orders/order-stock.server.ts'
import type { Payment } from '#core/payments/payments.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** An order that its customer cancelled, replaced with a newer one, or left with their account must not come back. What an exchange returned was refunded. */
export async function canRevive(tx: Db, { id, email }: Order, { state }: Payment): Promise<boolean> {
  if (email === DELETED_EMAIL || (await isReplacementOrder(tx, id))) return false
  if (state === 'expired') return true
  return state === 'failed' && (await isCancelledByStore(tx, id))
}

/** False once the customer has started another order. */
async function isCancelledByStore(tx: Db, id: string): Promise<boolean> {
  const orders = await execute(tx)`
    select o.id from orders o
    where o.id = ${id}
      and 'store' = (select s.actor from order_steps s where s.order_id = o.id order by s.id desc limit 1)
      and not exists (select from orders n where n.created_at > o.created_at
        and (n.user_id = o.user_id or (o.user_id is null and n.user_id is null and n.email = o.email))
        and (n.payment_status = 'paid' or n.authorization_state is not null or (n.status = 'pending' and n.payment_method = 'card')))`
  return orders > 0
}

/** Takes the offer use and the stock again, both or neither, in the order in which checkout locks them. */
export async function resellItems(tx: Db, order: Order, at: Date): Promise<boolean> {
  const { id: orderId, offerId, offerCode: code, userId, email } = order
  const reclaim = { orderId, offerId, code, customer: { userId, email } }
  try {
    await tx.transaction(async (savepoint) => {
      if ((offerId ?? code) && !(await reclaimOffer(savepoint, reclaim))) throw new OfferUsedUp()
      if (order.giftCardAmount > 0 && !(await redeemAgain(savepoint, order.id, at))) throw new GiftCardUsed()
      await sellStock(savepoint, order.id, at)
    })
    return true
  } catch (error) {
    if (error instanceof OfferUsedUp || error instanceof GiftCardUsed || isOutOfStockError(error))
      return false
    if (isGiftCardUsedUpError(error)) return false
    throw error
  }
}

class OfferUsedUp extends Error {}
class GiftCardUsed extends Error {}
