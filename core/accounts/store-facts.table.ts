import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const storeFacts = pgTable('store_facts', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  at: moment('at').notNull().defaultNow(),
})
