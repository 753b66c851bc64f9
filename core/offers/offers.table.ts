import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minorUnits, timestamptz } from '#db/columns.ts'

export const offers = pgTable('offers', {
  id: text().primaryKey(),
  code: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  kind: text({ enum: ['percentage', 'amount'] }).notNull(),
  value: minorUnits('value').notNull(),
  minimum: minorUnits('minimum').notNull(),
  startsAt: timestamptz('starts_at').notNull(),
  endsAt: timestamptz('ends_at'),
  totalLimit: integer('total_limit'),
  customerLimit: integer('customer_limit'),
  bannerPosition: integer('banner_position'),
  active: boolean().notNull(),
  createdAt: createdAt(),
})
