import type { Context } from '../context.ts'

/** The part of the context that payment code needs; requests and jobs both have it. */
export type PaymentContext = Pick<Context, 'db' | 'payments' | 'settings' | 'log'>
