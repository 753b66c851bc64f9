import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** An amount in minor units, or a count that may outgrow four bytes. */
export const minorUnits = (name = '') => bigint(name, { mode: 'number' })

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => timestamptz('created_at').notNull().defaultNow()
