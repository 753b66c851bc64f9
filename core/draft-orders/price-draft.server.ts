import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { AppliedOffer } from '../offers/offer.ts'
import { quoteCart } from '../pricing/cart-quote.server.ts'
import type { Quote } from '../pricing/quote.ts'
import { requireRegion } from '../regions/terms.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import type { DraftOrder } from './find-draft-order.server.ts'

export type DraftPrice = {
  quote: (Quote & { offer: AppliedOffer | null }) | null
  /** Why it can't be priced, such as a product that is out of stock. */
  problem: string | null
}

/** On the store's current terms, for the customer: the offers that they may use, and the prices and tax of their region. */
export async function priceDraft(ctx: Context, draft: DraftOrder): Promise<DraftPrice> {
  const { items: lines, offerCode: code, userId, email } = draft
  if (!lines.length) return { quote: null, problem: null }
  try {
    const region = requireRegion(await readStoreSettings(ctx.db, ctx.log), draft.region)
    const quote = await quoteCart(ctx, { lines, region, code, customer: { userId, email } })
    return { quote, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { quote: null, problem: error.message }
  }
}
