import { listGiftCards } from '#core/gift-cards/gift-card-list.server.ts'
import { toDecimal } from '#core/money.ts'
import { defineColumns } from './define-export.ts'

/** Codes aren't in it. */
export const giftCardsExport = defineColumns(
  [
    ['id', ({ id }) => id],
    ['kind', ({ kind }) => (kind === 'credit' ? 'store credit' : 'gift card')],
    ['last characters', ({ last4 }) => last4],
    ['currency', ({ currency }) => currency],
    ['issued with', ({ initial }) => toDecimal(initial)],
    ['balance', ({ balance }) => toDecimal(balance)],
    ['status', ({ state }) => state],
    ['expires', ({ expiresAt }) => expiresAt?.toISOString() ?? null],
    ['order', ({ orderNumber }) => orderNumber],
    ['issued', ({ createdAt }) => createdAt.toISOString()],
    ['account', ({ accountEmail }) => accountEmail, 'personal'],
    ['recipient', ({ recipientName }) => recipientName, 'personal'],
    ['recipient email', ({ recipientEmail }) => recipientEmail, 'personal'],
  ],
  listGiftCards,
)
