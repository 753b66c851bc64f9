import { listCheckoutReminders } from '#core/checkout-reminders/reminder-list.server.ts'
import { defineExport } from './define-export.ts'

export const remindersExport = defineExport(
  ['email', 'items', 'status', 'requested', 'sent', 'order'],
  listCheckoutReminders,
  ({ email, items, state, requestedAt, sentAt, orderNumber }) => [
    email,
    items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
    state,
    requestedAt.toISOString(),
    sentAt?.toISOString() ?? null,
    orderNumber,
  ],
)
