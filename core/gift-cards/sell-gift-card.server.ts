import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { Email } from '../accounts/account.ts'
import type { Context } from '../context.ts'
import { parseForm, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { CURRENCIES, type Currency } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { GIFT_CARD_STATES } from './gift-card.ts'
import { deriveCode, hashCode, lastCharacters } from './gift-card-code.server.ts'
import type { GiftCardDraft } from './gift-card-draft.ts'

type CardOfOrder = GiftCardDraft & {
  orderId: string
  currency: Currency
  rate: number
  /** Null means that it doesn't expire. */
  expiryMonths: number | null
}

/** It can't be used until its order is paid. */
export async function addPendingGiftCard(ctx: Context, tx: Db, card: CardOfOrder): Promise<void> {
  const id = newId('giftCard')
  const code = deriveCode(ctx.settings, { id, codeVersion: 1 })
  const { orderId, currency, rate, expiryMonths, recipientName, recipientEmail, senderName, message } = card
  const sendAt = recipientEmail && (card.sendAt ?? ctx.now)
  await execute(tx)`
    insert into gift_cards (id, kind, code_hash, last4, currency, rate, state, order_id, recipient_name, recipient_email,
      sender_name, message, send_at, expires_at, created_at)
    values (${id}, 'code', ${hashCode(code)}, ${lastCharacters(code)}, ${currency}, ${rate}, 'pending', ${orderId},
      ${recipientName}, ${recipientEmail}, ${senderName}, ${message}, ${sendAt},
      ${ctx.now}::timestamptz + ${expiryMonths}::int * interval '1 month', ${ctx.now})`
}

/**
 * In the transaction of the payment, so that a paid order always has its gift card. It expires as long after this moment
 * as it would have after it was ordered.
 */
export async function activateGiftCard(
  tx: Db,
  { orderId, amount, at }: { orderId: string; amount: number; at: Date },
): Promise<void> {
  const [card] = await query(tx, ActivatedCard)`
    update gift_cards set state = 'active', expires_at = expires_at + (${at}::timestamptz - created_at)
    where order_id = ${orderId} and state = 'pending' returning id, send_at as "sendAt"`
  if (!card) throw new Error(`The gift card of order ${orderId} was not found`)
  const { id, sendAt } = card
  await execute(tx)`
    insert into gift_card_movements (gift_card_id, change, reason, order_id, created_at)
    values (${id}, ${amount}, 'sold', ${orderId}, ${at})`
  if (sendAt) await enqueueJob(tx, 'send-gift-card', { id }, { key: `send-gift-card:${id}`, at: sendAt })
}

const ActivatedCard = z.strictObject({ id: z.string(), sendAt: z.date().nullable() })

const SoldGiftCard = z.strictObject({
  id: z.string(),
  state: z.enum(GIFT_CARD_STATES),
  last4: z.string(),
  balance: z.int(),
  currency: z.enum(CURRENCIES),
  recipientName: z.string().nullable(),
  recipientEmail: z.string().nullable(),
  sendAt: z.date().nullable(),
  sentAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
})
export type SoldGiftCard = z.infer<typeof SoldGiftCard>

/** Does not check permissions; the caller must. */
export async function findSoldGiftCard(db: Db, orderId: string): Promise<SoldGiftCard | undefined> {
  const [card] = await query(db, SoldGiftCard)`
    select id, state, last4, balance, currency, recipient_name as "recipientName", recipient_email as "recipientEmail",
      send_at as "sendAt", sent_at as "sentAt", expires_at as "expiresAt"
    from gift_cards where order_id = ${orderId}`
  return card
}

/** What is left of the gift card that the order sold: no more can be refunded. Locks it. */
export async function findRefundableBalance(tx: Db, orderId: string): Promise<number> {
  const [balance] = await queryColumn(tx, z.int())`
    select balance from gift_cards where order_id = ${orderId} for no key update`
  return balance ?? 0
}

/** Before it is sent. Does not check permissions; the caller must. */
export async function changeRecipient(ctx: Context, orderId: string, input: unknown): Promise<void> {
  const { email } = parseForm(z.object({ email: Email }), { email: input })
  const changed = await execute(ctx.db)`
    update gift_cards set recipient_email = ${email}
    where order_id = ${orderId} and state = 'active' and sent_at is null and recipient_email is not null`
  if (!changed) throw new Refusal('conflict', 'The gift card was already sent.')
}
