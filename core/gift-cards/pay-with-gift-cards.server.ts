import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import type { Context } from '../context.ts'
import type { Quote } from '../pricing/quote.ts'
import { type DividedPayment, dividePayment } from './divide-payment.ts'
import { findPayers, limitGiftCardGuesses } from './find-gift-cards.server.ts'
import type { GiftCardTender } from './gift-card.ts'

/** How a quote would be paid. */
export async function previewPayment(
  ctx: Context,
  quote: Quote,
  tender: GiftCardTender | undefined,
): Promise<DividedPayment> {
  if (!tender) return dividePayment(quote, [])
  const { currency } = quote
  return dividePayment(quote, await limitGiftCardGuesses(ctx, () => findPayers(ctx, { ...tender, currency })))
}

/** Locks the gift cards, so that two orders can't spend the same balance. */
export async function claimPayment(
  ctx: Context,
  tx: Db,
  quote: Quote,
  tender: GiftCardTender | undefined,
): Promise<DividedPayment> {
  if (!tender) return dividePayment(quote, [])
  const payers = await findPayers({ ...ctx, db: tx }, { ...tender, currency: quote.currency }, { lock: true })
  return dividePayment(quote, payers)
}

/** For an order that comes back after its gift cards were released. A constraint refuses more than their balances. */
export async function redeemAgain(tx: Db, orderId: string, at: Date): Promise<boolean> {
  const [isUsable = true] = await queryColumn(tx, z.boolean())`
    select bool_and(c.state = 'active') from order_gift_cards p join gift_cards c on c.id = p.gift_card_id
    where p.order_id = ${orderId}`
  if (!isUsable) return false
  await execute(tx)`
    insert into gift_card_movements (gift_card_id, change, reason, order_id, created_at)
    select gift_card_id, -amount, 'redeemed', order_id, ${at}::timestamptz from order_gift_cards
    where order_id = ${orderId} order by gift_card_id`
  return true
}
