import { execute } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Currency } from '../money.ts'
import { deriveCode, hashCode, lastCharacters } from './gift-card-code.server.ts'
import { openStoreCredit } from './manage-gift-cards.server.ts'

type Payer = { userId: string | null; email: string; currency: Currency; rate: number }

/**
 * What a return adds to: the account's store credit, or a new gift card for a guest, who gets its code by email once it has
 * money to spend. Returns its ID.
 */
export async function openReturnCredit(
  ctx: Context,
  { userId, email, currency, rate }: Payer,
  actorId: string | null,
): Promise<string> {
  if (userId) return openStoreCredit(ctx, { userId, currency, actorId })
  const id = newId('giftCard')
  const code = deriveCode(ctx.settings, { id, codeVersion: 1 })
  await execute(ctx.db)`
    insert into gift_cards (id, kind, code_hash, last4, currency, rate, recipient_email, created_by, created_at)
    values (${id}, 'code', ${hashCode(code)}, ${lastCharacters(code)}, ${currency}, ${rate}, ${email}, ${actorId}, ${ctx.now})`
  return id
}
