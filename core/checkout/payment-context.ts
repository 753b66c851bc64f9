import type { Context } from '../context.ts'

export type PaymentContext = Pick<Context, 'db' | 'now' | 'payments' | 'settings' | 'log'>
