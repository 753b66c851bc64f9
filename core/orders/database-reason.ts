const SOLD_MEANWHILE = 'stock_never_negative'
const OF_BLOCKED = 'orders_of_blocked'
const BACK_TWICE = 'stock_returned_once'
const REFUNDED_TWICE = 'refunds_within_payment'
const DEADLOCK = '40P01'

/** There is less than was to be taken: the database says so, whoever asked first. */
export function isShortOfStock(error: unknown): boolean {
  return breaks(error, SOLD_MEANWHILE)
}

/** More would come back than the order took. */
export function isTooMuchBack(error: unknown): boolean {
  return breaks(error, BACK_TWICE)
}

/** More money would go back than came in. */
export function isTooMuchRefunded(error: unknown): boolean {
  return breaks(error, REFUNDED_TWICE)
}

/** Whoever orders is not served any more. */
export function isOfBlocked(error: unknown): boolean {
  return breaks(error, OF_BLOCKED)
}

function breaks(error: unknown, constraint: string): boolean {
  const cause = causeOf(error)
  return 'constraint' in cause && cause.constraint === constraint
}

export function isDeadlock(error: unknown): boolean {
  const cause = causeOf(error)
  return 'code' in cause && cause.code === DEADLOCK
}

function causeOf(error: unknown): object {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause && typeof cause === 'object' ? cause : {}
}
