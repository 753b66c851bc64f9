import type { Context } from '../context.ts'

/** What whoever handles money needs of the world: a visitor's context has it, and so has a job. */
export type PaymentContext = Pick<Context, 'db' | 'payments' | 'settings' | 'log'>
