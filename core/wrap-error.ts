import { Refusal } from './errors.ts'

/** Does it. A fault, which is no refusal, goes on under the name of what failed, with what began it as its cause. */
export async function wrapError<T>(
  message: string | ((cause: Error) => string),
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    // A failed query's own message ends with what it was asked with, which is nobody's to read in a log.
    const cause = rootCause(error)
    throw new Error(`${typeof message === 'string' ? message : message(cause)}: ${cause.message}`, { cause })
  }
}

function rootCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  return error.cause instanceof Error ? rootCause(error.cause) : error
}
