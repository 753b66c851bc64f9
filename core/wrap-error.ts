import { Refusal } from './errors.ts'

/** Rethrows bugs with a message that says what failed and their root cause; lets refusals through. */
export async function wrapError<T>(
  message: string | ((cause: Error) => string),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    // A failed query's own message ends with its parameters, which don't belong in a log.
    const cause = rootCause(error)
    throw new Error(`${typeof message === 'string' ? message : message(cause)}: ${cause.message}`, { cause })
  }
}

function rootCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? rootCause(error.cause) : error
}
