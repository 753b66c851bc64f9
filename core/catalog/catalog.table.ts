import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minorUnits, timestamptz } from '#db/columns.ts'
import type { Picture } from '../media/picture.ts'

export const products = pgTable('products', {
  id: text().primaryKey(),
  slug: text().notNull(),
  name: text().notNull(),
  brand: text().notNull(),
  tagline: text().notNull(),
  description: text().notNull(),
  category: text().notNull(),
  price: minorUnits('price').notNull(),
  originalPrice: minorUnits('original_price'),
  imageUrl: text('image_url'),
  images: jsonb().$type<Picture[]>().notNull(),
  sizeQuantity: numeric('size_quantity', { mode: 'number' }),
  sizeUnit: text('size_unit', { enum: ['ml', 'g'] }),
  benefits: text().array().notNull(),
  ingredients: text().array().notNull(),
  howToUse: text('how_to_use').array().notNull(),
  keywords: text().array().notNull(),
  featured: boolean().notNull(),
  status: text({ enum: ['draft', 'published', 'archived'] }).notNull(),
  inStock: boolean('in_stock').notNull(),
  ratingSum: integer('rating_sum').notNull(),
  reviewCount: integer('review_count').notNull(),
  version: minorUnits('version').notNull(),
  edition: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: timestamptz('updated_at').notNull(),
})

export const stockMovements = pgTable('stock_movements', {
  id: minorUnits('id').primaryKey().generatedAlwaysAsIdentity(),
  productId: text('product_id').notNull(),
  change: integer().notNull(),
  reason: text({ enum: ['received', 'held', 'released', 'sold', 'returned', 'counted'] }).notNull(),
  orderId: text('order_id'),
  actorId: text('actor_id'),
  note: text(),
  createdAt: createdAt(),
})
