import { addDraftNote } from '#core/draft-orders/draft-order-notes.server.ts'
import { createDraftOrder } from '#core/draft-orders/edit-draft-order.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { GRACE_EMAIL } from './customers/customers.ts'
import { adminContext, type SeedEvent } from './seed-store.ts'

const SLUGS = ['rose-hip-night-serum', 'rose-quartz-gua-sha']

/** Grace has called, and the order waits to be sent. */
export function draftOrderEvent(now: number): SeedEvent {
  const at = now - DAY_MS
  return {
    at,
    async run(store) {
      const ctx = adminContext(store, at)
      const items = SLUGS.flatMap((slug) => {
        const productId = store.productIds.get(slug)
        return productId ? [{ productId, quantity: 1 }] : []
      })
      const { id } = await createDraftOrder(ctx, {
        customerId: store.accounts.get(GRACE_EMAIL)?.id,
        region: 'US',
        items,
        message: 'As discussed on the phone.',
      })
      await addDraftNote(ctx, id, 'She’ll confirm the address on Monday')
    },
  }
}
