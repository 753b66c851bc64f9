import { boolean, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minorUnits, timestamptz } from '#db/columns.ts'
import type { Picture } from '../media/picture.ts'
import { IMPORT_ROW_KINDS, IMPORT_STATES, type ImportProblem } from './import/product-import.ts'
import type { ProductDraft } from './product-draft.ts'

export const categories = pgTable('categories', {
  name: text().primaryKey(),
  slug: text().notNull(),
  position: integer().notNull(),
})

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

export const stockLevels = pgTable('stock_levels', {
  productId: text('product_id').primaryKey(),
  available: integer().notNull(),
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

export const catalogChanges = pgTable('catalog_changes', {
  id: minorUnits('id').primaryKey().generatedAlwaysAsIdentity(),
  productId: text('product_id').notNull(),
  at: timestamptz('at').notNull(),
})

export const productImports = pgTable('product_imports', {
  id: text().primaryKey(),
  name: text().notNull(),
  format: text({ enum: ['ours', 'shopify'] }).notNull(),
  encoding: text().notNull(),
  state: text({ enum: IMPORT_STATES }).notNull(),
  notes: jsonb().$type<string[]>().notNull(),
  rows: integer().notNull(),
  created: integer().notNull(),
  changed: integer().notNull(),
  same: integer().notNull(),
  bad: integer().notNull(),
  taken: integer().notNull().default(0),
  reached: integer().notNull().default(0),
  createdBy: text('created_by'),
  createdAt: createdAt(),
  startedBy: text('started_by'),
  startedAt: timestamptz('started_at'),
  requestId: text('request_id'),
  doneAt: timestamptz('done_at'),
})

export const productImportRows = pgTable('product_import_rows', {
  importId: text('import_id').notNull(),
  line: integer().notNull(),
  kind: text({ enum: IMPORT_ROW_KINDS }).notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  draft: jsonb().$type<ProductDraft>(),
  edition: integer(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
  stockChange: integer('stock_change').notNull(),
  problems: jsonb().$type<ImportProblem[]>().notNull(),
})
