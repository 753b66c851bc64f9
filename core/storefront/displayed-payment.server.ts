import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { dividePayment } from '../gift-cards/divide-payment.ts'
import { findPayersAndRefusals, limitGiftCardGuesses } from '../gift-cards/find-gift-cards.server.ts'
import type { GiftCardTender } from '../gift-cards/gift-card.ts'
import { listStoreCredit } from '../gift-cards/store-credit.server.ts'
import type { Quote } from '../pricing/quote.ts'
import type { DisplayedPayment } from './displayed-payment.ts'

/** Unlike an order, never refuses: it leaves out what can't pay, and says why. */
export async function getDisplayedPayment(
  ctx: Context,
  quote: Quote,
  tender: GiftCardTender,
): Promise<DisplayedPayment> {
  const [credits, { payers, usableCodes, refused }] = await Promise.all([
    ctx.actor.kind === 'user' ? listStoreCredit(ctx) : [],
    findPayersAndRefusals(ctx, { ...tender, currency: quote.currency }),
  ])
  const { giftCards, due } = dividePayment(quote, payers)
  const codeOf = (last4: string | null) => usableCodes.find((code) => last4 && code.endsWith(last4))
  return {
    giftCards: giftCards.map(({ last4, amount }) => ({ code: codeOf(last4), last4, amount })),
    codes: usableCodes,
    due,
    problem: await toProblem(ctx, refused.at(-1)),
    credit: credits.find(({ currency }) => currency === quote.currency)?.amount ?? 0,
  }
}

/** Counts a wrong code, so the problem may be that there were too many. */
async function toProblem(ctx: Context, refusal: Refusal | undefined): Promise<string | null> {
  if (!refusal) return null
  try {
    return await limitGiftCardGuesses(ctx, () => Promise.reject(refusal))
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
