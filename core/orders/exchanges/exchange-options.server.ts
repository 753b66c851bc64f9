import type { Context } from '#core/context.ts'
import type { RefundLine } from '#core/payments/refund.ts'
import { findRefundedParts } from '#core/payments/refunds.server.ts'
import type { Order } from '../order.ts'
import { priceExchange } from './exchange-price.ts'
import { listReplacements } from './find-replacements.server.ts'

export type ExchangeOption = {
  productId: string
  replacementId: string
  name: string
  isSoldOut: boolean
  /** What one costs more than the customer paid; negative if it costs less. */
  difference: number
}

/** Takes a loaded order because loading it checks permissions. */
export async function listExchangeOptions(
  ctx: Context,
  order: Order,
  returnable: readonly RefundLine[],
): Promise<ExchangeOption[]> {
  const lines = returnable.filter(({ quantity }) => quantity > 0)
  if (order.paymentStatus !== 'paid' || !lines.length) return []
  const [replacements, refunded] = await Promise.all([
    listReplacements(
      ctx.db,
      order,
      lines.map(({ productId }) => productId),
    ),
    findRefundedParts(ctx.db, order.id),
  ])
  return replacements.flatMap(({ available, price, ...replacement }) => {
    const { credit, due, leftover } = priceExchange(order, refunded, [{ ...replacement, price, quantity: 1 }])
    const { productId, replacementId, name } = replacement
    if (credit === 0) return []
    return [{ productId, replacementId, name, isSoldOut: available === 0, difference: due - leftover }]
  })
}
