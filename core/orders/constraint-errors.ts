import { violates } from '#db/database-error.ts'

const STOCK_CONSTRAINT = 'stock_never_negative'
const BLOCKED_CUSTOMER_CONSTRAINT = 'orders_of_blocked'
const RETURN_CONSTRAINT = 'stock_returned_once'
const REFUND_CONSTRAINTS = ['refunds_within_payment', 'refund_items_within_order']

export function isOutOfStockError(error: unknown): boolean {
  return violates(error, STOCK_CONSTRAINT)
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
