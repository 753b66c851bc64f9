import { Refusal } from '#core/errors.ts'
import { databaseError, violates } from '#db/database-error.ts'

const STOCK_CONSTRAINT = 'stock_never_negative'
const BLOCKED_CUSTOMER_CONSTRAINT = 'orders_of_blocked'
const GIFT_CARD_BALANCE_CONSTRAINT = 'gift_cards_balance'
const GIFT_CARD_USED_CONSTRAINT = 'gift_card_used'
const RETURN_CONSTRAINT = 'stock_returned_once'
const BATCH_CONSTRAINT = 'orders_take_batches'
const REFUND_CONSTRAINTS = ['refunds_within_payment', 'refund_items_within_order']

export function isOutOfStockError(error: unknown): boolean {
  return violates(error, STOCK_CONSTRAINT)
}

export function isGiftCardUsedUpError(error: unknown): boolean {
  return violates(error, GIFT_CARD_BALANCE_CONSTRAINT)
}

/** The refund exceeds what is left of the gift card that the order sold. */
export function isGiftCardUsedError(error: unknown): boolean {
  return violates(error, GIFT_CARD_USED_CONSTRAINT)
}

/** The restock exceeds what the order took from stock. */
export function isOverReturnError(error: unknown): boolean {
  return violates(error, RETURN_CONSTRAINT)
}

/** The refund exceeds what was paid or ordered. */
export function isOverRefundError(error: unknown): boolean {
  return REFUND_CONSTRAINTS.some((constraint) => violates(error, constraint))
}

export function isBlockedCustomerError(error: unknown): boolean {
  return violates(error, BLOCKED_CUSTOMER_CONSTRAINT)
}

/** Of some items, all units that are left are expired, recalled, or assigned to other orders. */
export function explainMissingUnits<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((error) => {
    if (!violates(error, BATCH_CONSTRAINT)) throw error
    const cause = databaseError(error)
    const names = 'detail' in cause ? cause.detail : 'an item'
    throw new Refusal(
      'conflict',
      `No unit of ${names} can be sent: those that are left are expired, recalled, or assigned to other orders. Receive or count its stock, or refund the item.`,
    )
  })
}
