const DEADLOCK = '40P01'

/** If two transactions wait for each other, the database cancels one. It may be repeated. */
export function isDeadlockError(error: unknown): boolean {
  const cause = databaseError(error)
  return 'code' in cause && cause.code === DEADLOCK
}

export function violates(error: unknown, constraint: string): boolean {
  const cause = databaseError(error)
  return 'constraint' in cause && cause.constraint === constraint
}

/** What the database reported, which may be the cause of another error. */
export function databaseError(error: unknown): object {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause && typeof cause === 'object' ? cause : {}
}
