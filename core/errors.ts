import type { z } from 'zod'

export type RefusalCode =
  | 'invalid_input'
  | 'unauthenticated'
  | 'forbidden'
  | 'approval_required'
  | 'reauthentication_required'
  | 'not_found'
  | 'expired'
  | 'method_not_allowed'
  | 'conflict'
  | 'out_of_stock'
  | 'price_changed'
  | 'idempotency_mismatch'
  | 'too_large'
  | 'too_often'
  | 'unavailable'

/** The only error whose message users may read. Any other error is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: Record<string, string> | undefined

  constructor(code: RefusalCode, message: string, fields?: Record<string, string>) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
  }
}

/** The message is shown beside the field too. */
export function invalidInput(field: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { [field]: message })
}

/** Refuses with the first problem of each field. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const { data, error } = schema.safeParse(input)
  if (!error) return data
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message
  throw new Refusal('invalid_input', 'Please fix the highlighted fields.', fields)
}

export class TooManyRequests extends Refusal {
  /** In seconds. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super('too_often', message)
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}

export const HTTP_STATUS = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  approval_required: 403,
  reauthentication_required: 403,
  not_found: 404,
  expired: 410,
  method_not_allowed: 405,
  conflict: 409,
  out_of_stock: 409,
  price_changed: 409,
  idempotency_mismatch: 422,
  too_large: 413,
  too_often: 429,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>

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
