import { draftName } from '#core/draft-orders/draft-order.ts'
import { listDraftOrders } from '#core/draft-orders/find-draft-order.server.ts'
import { toDecimal } from '#core/money.ts'
import { defineColumns } from './define-export.ts'

export const draftOrdersExport = defineColumns(
  [
    ['number', ({ number }) => draftName(number)],
    ['status', ({ status }) => status],
    ['order', ({ orderNumber }) => orderNumber],
    ['region', ({ region }) => region],
    ['items', ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0)],
    ['offer code', ({ offerCode }) => offerCode],
    ['total', ({ total }) => (total === null ? null : toDecimal(total))],
    ['currency', ({ currency }) => currency],
    ['created', ({ createdAt }) => createdAt.toISOString()],
    ['changed', ({ updatedAt }) => updatedAt.toISOString()],
    ['sent', ({ sentAt }) => sentAt?.toISOString() ?? null],
    ['expires', ({ expiresAt }) => expiresAt?.toISOString() ?? null],
    ['customer', ({ customerName }) => customerName, 'personal'],
    ['email', ({ email }) => email, 'personal'],
  ],
  listDraftOrders,
)
