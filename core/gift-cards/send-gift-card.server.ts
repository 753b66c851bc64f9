import { z } from 'zod'
import { query, queryColumn } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import { CURRENCIES } from '../money.ts'
import { enqueueJobs } from '../outbox/outbox.server.ts'
import { revealCode } from './gift-card-code.server.ts'
import { giftCardEmail } from './gift-card-email.ts'
import { giftCardLink } from './gift-card-link.ts'

type SendingContext = Pick<Context, 'db' | 'now' | 'settings' | 'log'>

const CardToSend = z.strictObject({
  id: z.string(),
  codeHash: z.string(),
  codeVersion: z.int(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  to: z.string(),
  recipientName: z.string().nullable(),
  senderName: z.string().nullable(),
  message: z.string().nullable(),
  expiresAt: z.date().nullable(),
})

/** Once per card, on its day or later. A card that was disabled, refunded, or used up before isn't sent. */
export async function sendGiftCard(ctx: SendingContext, id: string): Promise<void> {
  const sender = await readEmailSender(ctx)
  await ctx.db.transaction(async (tx) => {
    const [card] = await query(tx, CardToSend)`
      update gift_cards set sent_at = ${ctx.now}
      where id = ${id} and state = 'active' and sent_at is null and send_at <= ${ctx.now} and recipient_email is not null
        and balance > 0
      returning id, code_hash as "codeHash", code_version as "codeVersion", balance as amount, currency,
        recipient_email as "to", recipient_name as "recipientName", sender_name as "senderName", message,
        expires_at as "expiresAt"`
    if (!card) return
    const code = revealCode(ctx.settings, card)
    if (!code) {
      ctx.log.error('the code of a gift card can’t be derived: AUTH_SECRET was replaced', { giftCardId: id })
      return
    }
    const envelope = { to: card.to, sender, link: '', key: `gift-card:${id}:${card.codeVersion}` }
    await enqueueEmail(tx, giftCardEmail(envelope, { ...card, code, link: giftCardLink(ctx.settings, id) }))
  })
}

const SWEEP_SIZE = 500

/** Those whose own job was lost, or that became sendable later, such as by a refund that failed. */
export async function enqueueDueGiftCards({ db, now }: Pick<SendingContext, 'db' | 'now'>): Promise<void> {
  const ids = await queryColumn(db, z.string())`
    select id from gift_cards where sent_at is null and send_at <= ${now} and state = 'active' and balance > 0
    order by send_at limit ${SWEEP_SIZE}`
  await enqueueJobs(
    db,
    ids.map((id) => ({ name: 'send-gift-card', payload: { id }, key: `send-gift-card:${id}` })),
  )
}
