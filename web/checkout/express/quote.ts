import { z } from 'zod'
import { CartLines } from '#core/cart/cart-line.ts'
import {
  type ExpressQuote,
  quoteExpress,
  requireExpress,
} from '#core/checkout/express/express-quote.server.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import type { Route } from './+types/quote'
import { type ExpressProblem, replyOrRefuse } from './express-reply.ts'

export type ExpressQuoteResult = ExpressQuote | ExpressProblem

const QuoteRequest = z.object({
  lines: CartLines,
  code: z.string().max(60),
  country: z.string().max(2).optional(),
})

/** The frame posts here for each cart, and for each address in a wallet’s sheet. */
export async function action({ context, request }: Route.ActionArgs) {
  noStore(context)
  const ctx = shopContext(context)
  return replyOrRefuse(context, async (): Promise<ExpressQuote> => {
    await requireExpress(ctx)
    return quoteExpress(ctx, QuoteRequest.parse(await request.json().catch(() => null)))
  })
}
