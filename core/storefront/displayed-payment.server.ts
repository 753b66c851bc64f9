import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { GiftCardTender } from '../gift-cards/gift-card.ts'
import { previewPayment } from '../gift-cards/pay-with-gift-cards.server.ts'
import { listStoreCredit } from '../gift-cards/store-credit.server.ts'
import type { Quote } from '../pricing/quote.ts'
import type { DisplayedPayment } from './displayed-payment.ts'

/** Unlike an order, never refuses: it leaves out what can't pay, and says why. */
export async function getDisplayedPayment(
  ctx: Context,
  quote: Quote,
  { codes, useCredit }: GiftCardTender,
): Promise<DisplayedPayment> {
  const credits = ctx.actor.kind === 'user' ? await listStoreCredit(ctx) : []
  const credit = credits.find(({ currency }) => currency === quote.currency)?.amount ?? 0
  const usable: string[] = []
  let problem: string | null = null
  for (const code of codes) {
    const reason = await findProblem(ctx, quote, [...usable, code])
    if (reason) problem = reason
    else usable.push(code)
  }
  const { giftCards, due } = await previewPayment(ctx, quote, { codes: usable, useCredit })
  const byLastCharacters = (last4: string | null) => usable.find((code) => last4 && code.endsWith(last4))
  return {
    giftCards: giftCards.map(({ last4, amount }) => ({ code: byLastCharacters(last4), last4, amount })),
    ...{ codes: usable, due, problem, credit },
  }
}

async function findProblem(ctx: Context, quote: Quote, codes: string[]): Promise<string | null> {
  try {
    await previewPayment(ctx, quote, { codes, useCredit: false })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
