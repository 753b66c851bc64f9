const DEADLOCK = '40P01'

/** If two transactions wait for each other, the database cancels one. It may be repeated. */
export function isDeadlockError(error: unknown): boolean {
  const cause = databaseError(error)
  return 'code' in cause && cause.code === DEADLOCK
}

/** What the database reported, which may be the cause of another error. */
export function databaseError(error: unknown): object {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause && typeof cause === 'object' ? cause : {}
}
