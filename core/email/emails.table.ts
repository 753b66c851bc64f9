import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '#db/columns.ts'

export const emails = pgTable('letters', {
  id: text().primaryKey(),
  key: text().notNull(),
  kind: text().notNull(),
  orderId: text('order_id'),
  recipient: text().notNull(),
  subject: text().notNull(),
  bodyText: text('body_text'),
  bodyHtml: text('body_html'),
  unsubscribeUrl: text('unsubscribe_url'),
  state: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
  createdAt: createdAt(),
  sentAt: timestamptz('sent_at'),
})

export const mailbox = pgTable('mailbox', {
  id: text().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  unsubscribeUrl: text('unsubscribe_url'),
  sentAt: timestamptz('sent_at').notNull().defaultNow(),
})
