import type { Context } from '../context.ts'

export type PaymentContext = Pick<Context, 'db' | 'now' | 'payments' | 'settings' | 'log'> & {
  /** Set in jobs. Aborted when the process stops: what remains is left to the next run. */
  stopping?: AbortSignal
}
