import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#db/columns.ts'
import { REGION_CODES } from '../regions/regions.ts'

export const profileSettings = pgTable('profile_settings', {
  profileId: text('profile_id').primaryKey(),
  orderConfirmations: boolean('order_confirmations').notNull().default(true),
  shippingUpdates: boolean('shipping_updates').notNull().default(true),
  allowCookies: boolean('allow_cookies').notNull().default(true),
  shareData: boolean('share_data').notNull().default(false),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const subscribers = pgTable('newsletter_subscribers', {
  id: text().primaryKey(),
  email: text().notNull(),
  state: text({ enum: ['asked', 'subscribed', 'left'] }).notNull(),
  confirmHash: text('confirm_hash'),
  confirmUntil: moment('confirm_until'),
  askedAt: moment('asked_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at'),
  leftAt: moment('left_at'),
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
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
