import type { Context } from '../context.ts'

export type PaymentContext = Pick<Context, 'db' | 'now' | 'payments' | 'settings' | 'log'> & {
  /** Set in jobs. Aborted when the process stops: what remains is left to the next run. */
  stopping?: AbortSignal
  /** Where the provider’s page leads back to. By default, to the checkout. */
  returnPath?: string
  /** Paid in a wallet’s sheet that is open already. */
  isExpress?: boolean
  /** The shopper’s browser can show the payment form. */
  canShowForm?: boolean
  /** Who pays, in requests. */
  actor?: Context['actor']
}
