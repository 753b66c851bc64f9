import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minor } from '#db/columns.ts'

export const pictures = pgTable('pictures', {
  id: text().primaryKey(),
  origin: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  type: text().notNull(),
  bytes: minor('bytes').notNull(),
  alt: text().notNull(),
  preview: text().notNull(),
  createdAt: createdAt(),
})

export const pictureSizes = pgTable('picture_sizes', {
  pictureId: text('picture_id').notNull(),
  width: integer().notNull(),
  format: text({ enum: ['avif', 'webp', 'jpeg'] }).notNull(),
  bytes: minor('bytes').notNull(),
  createdAt: createdAt(),
})
