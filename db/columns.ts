import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Whole minor units of a currency, or a count that may outgrow four bytes. */
export const minor = (name = '') => bigint(name, { mode: 'number' })

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => moment('created_at').notNull().defaultNow()
