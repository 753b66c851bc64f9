import { z } from 'zod'
import { query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { CURRENCIES } from '../money.ts'
import { formatGiftCardCode } from './gift-card.ts'
import { revealCode } from './gift-card-code.server.ts'

const CardRow = z.strictObject({
  id: z.string(),
  codeHash: z.string().nullable(),
  codeVersion: z.int(),
  /** What it was worth before anything was bought with it. */
  amount: z.int(),
  balance: z.int(),
  currency: z.enum(CURRENCIES),
  isDisabled: z.boolean(),
  expiresAt: z.date().nullable(),
  recipientName: z.string().nullable(),
  senderName: z.string().nullable(),
  message: z.string().nullable(),
})
type CardRow = z.infer<typeof CardRow>

export type GiftCardPage = Omit<CardRow, 'id' | 'codeHash' | 'codeVersion'> & {
  /** In groups of four. Null if the card can't be used, or if AUTH_SECRET was replaced since. */
  code: string | null
  isExpired: boolean
}

/** Does not check permissions; the caller checks the link's token. */
export async function readGiftCardPage(ctx: Context, id: string): Promise<GiftCardPage> {
  const [card] = await query(ctx.db, CardRow)`
    select id, code_hash as "codeHash", code_version as "codeVersion", balance, currency, state = 'disabled' as "isDisabled",
      expires_at as "expiresAt", recipient_name as "recipientName", sender_name as "senderName", message,
      (select coalesce(sum(change), 0)::bigint from gift_card_movements m where m.gift_card_id = c.id
        and reason in ('issued', 'sold', 'adjusted', 'taken_back', 'restored')) as amount
    from gift_cards c where id = ${id} and kind = 'code' and state <> 'pending'`
  if (!card) throw new Refusal('not_found', 'We couldn’t find this gift card.')
  const { id: _, codeHash: _hash, codeVersion: _version, ...page } = card
  const isExpired = card.expiresAt !== null && card.expiresAt <= ctx.now
  const code = card.isDisabled || isExpired ? undefined : revealCode(ctx.settings, card)
  return { ...page, code: code ? formatGiftCardCode(code) : null, isExpired }
}
