import { integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, minorUnits, timestamptz } from '#db/columns.ts'
import { CURRENCIES } from '../money.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from './order-status.ts'

export const orders = pgTable('orders', {
  id: text().primaryKey(),
  number: text().notNull(),
  userId: text('user_id'),
  email: text().notNull(),
  region: text({ enum: REGION_CODES }).notNull(),
  currency: text({ enum: CURRENCIES }).notNull(),
  rate: numeric({ mode: 'number' }).notNull(),
  subtotal: minorUnits().notNull(),
  discount: minorUnits().notNull().default(0),
  shipping: minorUnits().notNull(),
  tax: minorUnits().notNull(),
  taxPercent: numeric('tax_percent', { mode: 'number' }).notNull().default(8),
  totalAmount: minorUnits('total_amount').notNull(),
  baseTotal: minorUnits('base_total').notNull(),
  offerCode: text('offer_code'),
  shippingAddress: jsonb('shipping_address').$type<Record<string, string>>().notNull(),
  paymentMethod: text('payment_method', { enum: ['card', 'demo'] }).notNull(),
  status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
  paymentStatus: text('payment_status', { enum: PAYMENT_STATUSES }).notNull().default('pending'),
  createdAt: createdAt(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

export const orderItems = pgTable('order_items', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  productId: text('product_id').notNull(),
  name: text().notNull(),
  quantity: integer().notNull(),
  price: minorUnits().notNull(),
  amount: minorUnits().notNull(),
})
