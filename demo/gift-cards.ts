import { bookGiftCards } from '#core/accounting/book-gift-cards.server.ts'
import { issueGiftCard } from '#core/gift-cards/manage-gift-cards.server.ts'
import { sendGiftCard } from '#core/gift-cards/send-gift-card.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { GRACE_EMAIL } from './customers/customers.ts'
import { adminContext, type SeedEvent } from './seed-store.ts'

/** The store has given Grace one. */
export function giftCardEvents(now: number): SeedEvent[] {
  const at = now - 40 * DAY_MS
  return [
    {
      at,
      async run(store) {
        const ctx = adminContext(store, at)
        const { id } = await issueGiftCard(ctx, {
          amount: 2500,
          currency: 'usd',
          recipient: GRACE_EMAIL,
          recipientName: 'Grace',
          message: 'Thank you for your patience with the late parcel.',
          note: 'A parcel was late',
        })
        await bookGiftCards(ctx)
        await sendGiftCard(ctx, id)
      },
    },
  ]
}
