import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#db/columns.ts'

export const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamptz('at').notNull().defaultNow(),
  actorId: text('actor_id'),
  action: text().notNull(),
  subject: text().notNull(),
  before: jsonb(),
  after: jsonb(),
  requestId: text('request_id'),
})
