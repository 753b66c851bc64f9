import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { CURRENCIES } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { giftCardLines } from './entries.ts'
import { type NewEntry, postEntries } from './post-entries.server.ts'

const BATCH_SIZE = 500

const Movement = z.strictObject({
  id: z.int(),
  amount: z.int(),
  baseAmount: z.int(),
  currency: z.enum(CURRENCIES),
  last4: z.string().nullable(),
  reason: z.enum(['issued', 'adjusted', 'redeemed', 'released', 'written_off']),
  at: z.date(),
})
type Movement = z.infer<typeof Movement>

/** Books changes of balances that neither a sale nor a refund books, once each. */
export async function bookGiftCards({ db, now }: { db: Db; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    const movements = await query(tx, Movement)`
      select m.id, m.change as amount, m.base_change as "baseAmount", c.currency, c.last4, m.reason, m.created_at as at
      from gift_card_movements m join gift_cards c on c.id = m.gift_card_id
      where m.to_book order by m.id limit ${BATCH_SIZE} for update of m skip locked`
    if (!movements.length) return
    await postEntries(
      tx,
      movements.map((movement) => toEntry(movement, now)),
    )
    await execute(tx)`
      update gift_card_movements set to_book = false where id = any(${movements.map(({ id }) => id)}::bigint[])`
    if (movements.length === BATCH_SIZE)
      await enqueueJob(tx, 'book-gift-cards', {}, { key: 'book-gift-cards' })
  })
}

/** What the owner gives away is marketing. What was spent before the bank took its payment back is lost to a dispute. A test order earns nothing real, so it stays out of sales. */
function toEntry({ id, amount, baseAmount, currency, last4, reason }: Movement, at: Date): NewEntry {
  const name = last4 ? `gift card ending in ${last4}` : 'store credit'
  const isOfTestOrder = reason === 'redeemed' || reason === 'released'
  const account = reason === 'written_off' ? 'disputes' : isOfTestOrder ? 'other_income' : 'marketing'
  const lines = giftCardLines({ amount, baseAmount }, account)
  const description = `${DESCRIPTIONS[reason]} ${name}`
  const cause = `gift-card:${id}`
  return { description, amount, currency, kind: 'gift_card', cause, orderId: null, at, lines }
}

const DESCRIPTIONS = {
  issued: 'Issued',
  adjusted: 'Adjusted',
  redeemed: 'Test order paid with',
  released: 'Cancelled test order paid with',
  written_off: 'Written off',
}
