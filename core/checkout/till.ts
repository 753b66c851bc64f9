import type { Context } from '../context.ts'

/** What whoever handles money needs of the world: a visitor's context has it, and so has a job. */
export type Till = Pick<Context, 'db' | 'payments' | 'settings' | 'log'>
