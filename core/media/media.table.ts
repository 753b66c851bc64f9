import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minorUnits } from '#db/columns.ts'

export const pictures = pgTable('pictures', {
  id: text().primaryKey(),
  origin: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  type: text().notNull(),
  bytes: minorUnits('bytes').notNull(),
  alt: text().notNull(),
  preview: text().notNull(),
  createdAt: createdAt(),
})
