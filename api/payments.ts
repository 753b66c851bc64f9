import { createRoute, z } from '@hono/zod-openapi'
import { type CardCheckout, startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { PriceChanged } from '#core/checkout/purchase.ts'
import { verifyPayment } from '#core/checkout/verify-payment.server.ts'
import { CURRENCIES } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { ShippingAddress } from '#core/orders/shipping-address.ts'
import { REGION_CODES, REGIONS } from '#core/regions/regions.ts'
import { body, json, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { ErrorAnswer } from './errors.ts'
import { OnceHeader } from './orders.ts'
import { Items, OfferCode, QuoteAnswer, RegionAsked, toQuote } from './quote.ts'

const Checkout = z.object({
  items: Items,
  shipping_address: ShippingAddress.partial({ email: true }),
  customer_email: ShippingAddress.shape.email.optional(),
  region: RegionAsked,
  code: OfferCode,
  currency: z.string().max(10).optional().describe('Names the region where region is missing; else ignored'),
  expected_total: z.int().optional().describe('What was shown: if it differs, nothing is bought'),
  expected_currency: z.enum(CURRENCIES).optional(),
})

const create = createRoute({
  method: 'post',
  path: '/functions/create-stripe-checkout',
  summary: 'Order by card: goods are held, and the answer leads to the card provider’s page',
  tags: ['Buying'],
  request: { headers: OnceHeader, ...body(Checkout) },
  responses: {
    200: json(z.object({ url: z.string(), session_id: z.string(), order_id: z.string() }), 'Where to pay'),
    ...refusing(400, 404, 422, 429, 503),
    409: json(
      ErrorAnswer.extend({ quote: QuoteAnswer.optional() }),
      'Too little is there, or the price has changed: then with the new quote',
    ),
  },
})
const verify = createRoute({
  method: 'post',
  path: '/functions/verify-stripe-payment',
  summary: 'What became of a payment',
  tags: ['Buying'],
  request: body(z.object({ session_id: z.string().min(1).max(255) })),
  responses: {
    200: json(
      z.object({
        success: z.boolean(),
        order_id: z.string().nullable(),
        order_number: z.string().nullable(),
        amount_total: z.number().int().nullable().describe('Whole minor units'),
        currency: z.enum(CURRENCIES).nullable(),
      }),
      'Whether it was paid',
    ),
    ...refusing(400),
  },
})

export const payments = newDoor()
  .openapi(create, async (c) => {
    const { shipping_address, customer_email, code, currency, ...said } = c.req.valid('json')
    const ctx = c.get('ctx')
    const address = ShippingAddress.parse({
      ...shipping_address,
      email: shipping_address.email ?? customer_email,
    })
    const region = said.region ?? regionOf(currency) ?? ctx.region
    const expected = { total: said.expected_total, currency: said.expected_currency }
    const wanted = { items: said.items, address, region, code: normalizeCode(code), expected }
    const key = c.req.valid('header')['idempotency-key']
    try {
      return c.json(toCheckout(await startCardCheckout(ctx, wanted, key)), 200)
    } catch (error) {
      if (!(error instanceof PriceChanged)) throw error
      return c.json({ error: { code: error.code, message: error.message }, quote: toQuote(error.quote) }, 409)
    }
  })
  .openapi(verify, async (c) => {
    const ctx = c.get('ctx')
    const verified = await verifyPayment(ctx, c.req.valid('json').session_id)
    const { success, order } = verified
    return c.json(
      {
        success,
        order_id: order?.id ?? null,
        order_number: order?.number ?? null,
        amount_total: order?.total ?? null,
        currency: order?.currency ?? null,
      },
      200,
    )
  })

function toCheckout({ url, sessionId, order }: CardCheckout) {
  return { url, session_id: sessionId, order_id: order.id }
}

/** The client may name the region by its currency; whatever else it says of money is not believed. */
function regionOf(currency: string | undefined) {
  return REGION_CODES.find((code) => REGIONS[code].currency === currency?.toLowerCase())
}
