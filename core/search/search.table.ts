import { integer, pgTable, text } from 'drizzle-orm/pg-core'

export const searchWords = pgTable('search_words', {
  word: text().primaryKey(),
  stem: text().notNull(),
  uses: integer().notNull(),
  named: integer().notNull(),
})
