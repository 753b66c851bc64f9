import { z } from 'zod'
import { CartLines } from '#core/cart/cart-line.ts'
import { startExpressCheckout } from '#core/checkout/express/start-express-checkout.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { readOrderSource } from '#core/orders/sources/order-source.ts'
import { MAX_CHOSEN_SAMPLES } from '#core/settings/sample-settings.ts'
import { noStore, shopContext } from '#web/request-context.ts'
import { browserOrderIds, rememberOrder } from '../../orders/guest-orders.ts'
import type { Route } from './+types/order'
import { type ExpressProblem, replyOrRefuse } from './express-reply.ts'

export type ExpressOrderResult = { sessionId: string; clientSecret: string | null } | ExpressProblem

const text = z.string().max(500)

const OrderRequest = z.object({
  lines: CartLines,
  code: z.string().max(60),
  samples: z.array(z.string().max(64)).max(MAX_CHOSEN_SAMPLES),
  expected: z.object({ total: z.int().min(1), currency: z.enum(CURRENCIES) }),
  country: z.string().max(2),
  key: z.string().min(8).max(100),
  wallet: z.object({
    name: text,
    email: text,
    phone: text,
    address: z.object({ line1: text, line2: text, city: text, state: text, postalCode: text }),
  }),
  reported: z.object({ landing: z.string().max(2000), referrer: z.string().max(255) }),
})

/** The frame posts here when the shopper confirms in a wallet’s sheet, and then pays with the secret it returns. */
export async function action({ context, request }: Route.ActionArgs) {
  noStore(context)
  const ctx = shopContext(context)
  return replyOrRefuse(context, async () => {
    const { reported, key, code, ...order } = OrderRequest.parse(await request.json().catch(() => null))
    const source = readOrderSource(reported, new URL(ctx.settings.origin).hostname)
    const purchase = { ...order, code: normalizeCode(code), source }
    const started = await startExpressCheckout(ctx, purchase, key, browserOrderIds(context))
    if (!started.order.userId) rememberOrder(context, started.order)
    const { sessionId, clientSecret } = started
    return { sessionId, clientSecret }
  })
}
