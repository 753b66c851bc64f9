const STOCK_CONSTRAINT = 'stock_never_negative'
const BLOCKED_CUSTOMER_CONSTRAINT = 'orders_of_blocked'
const RETURN_CONSTRAINT = 'stock_returned_once'
const REFUND_CONSTRAINT = 'refunds_within_payment'
const DEADLOCK = '40P01'

/** There is less than was to be taken: the database says so, whoever asked first. */
export function isOutOfStockError(error: unknown): boolean {
  return violates(error, STOCK_CONSTRAINT)
}

/** More would come back than the order took. */
export function isOverReturnError(error: unknown): boolean {
  return violates(error, RETURN_CONSTRAINT)
}

/** More money would go back than came in. */
export function isOverRefundError(error: unknown): boolean {
  return violates(error, REFUND_CONSTRAINT)
}

/** Whoever orders is not served any more. */
export function isBlockedCustomerError(error: unknown): boolean {
  return violates(error, BLOCKED_CUSTOMER_CONSTRAINT)
}

function violates(error: unknown, constraint: string): boolean {
  const cause = errorCause(error)
  return 'constraint' in cause && cause.constraint === constraint
}

export function isDeadlockError(error: unknown): boolean {
  const cause = errorCause(error)
  return 'code' in cause && cause.code === DEADLOCK
}

function errorCause(error: unknown): object {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause && typeof cause === 'object' ? cause : {}
}
