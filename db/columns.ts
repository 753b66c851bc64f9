import { bigint, timestamp } from 'drizzle-orm/pg-core'

export const minorUnits = (name = '') => bigint(name, { mode: 'number' })

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const createdAt = () => timestamptz('created_at').notNull().defaultNow()
