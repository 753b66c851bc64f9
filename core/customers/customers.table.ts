import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#db/columns.ts'
import { REGION_CODES } from '../regions/regions.ts'

export const profileSettings = pgTable('profile_settings', {
  profileId: text('profile_id').primaryKey(),
  orderConfirmations: boolean('order_confirmations').notNull().default(true),
  shippingUpdates: boolean('shipping_updates').notNull().default(true),
  allowCookies: boolean('allow_cookies').notNull().default(true),
  shareData: boolean('share_data').notNull().default(false),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

export const subscribers = pgTable('newsletter_subscribers', {
  id: text().primaryKey(),
  email: text().notNull(),
  state: text({ enum: ['asked', 'subscribed', 'left'] }).notNull(),
  confirmHash: text('confirm_hash'),
  confirmUntil: timestamptz('confirm_until'),
  requestedAt: timestamptz('asked_at').notNull().defaultNow(),
  confirmedAt: timestamptz('confirmed_at'),
  leftAt: timestamptz('left_at'),
})

export const addresses = pgTable('addresses', {
  id: text().primaryKey(),
  profileId: text('profile_id').notNull(),
  label: text().notNull().default('Address'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  address: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  zipCode: text('zip_code').notNull(),
  country: text({ enum: REGION_CODES }).notNull().default('US'),
  phone: text(),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: createdAt(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})
