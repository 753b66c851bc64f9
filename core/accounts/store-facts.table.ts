import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#db/columns.ts'

export const storeFacts = pgTable('store_facts', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  at: timestamptz('at').notNull().defaultNow(),
})
