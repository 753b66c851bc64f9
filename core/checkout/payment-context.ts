import type { Context } from '../context.ts'

export type PaymentContext = Pick<Context, 'db' | 'payments' | 'settings' | 'log'>
