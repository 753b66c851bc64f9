import { z } from '@hono/zod-openapi'
import { type CardCheckout, startCardCheckout } from '#core/checkout/card-checkout.server.ts'
import { PriceChanged } from '#core/checkout/purchase.ts'
import { verifyPayment } from '#core/checkout/verify-payment.server.ts'
import { parseForm } from '#core/errors.ts'
import { CURRENCIES } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { ShippingAddress } from '#core/orders/shipping-address.ts'
import { REGION_CODES, REGIONS } from '#core/regions/regions.ts'
import { CartLinesInput } from './cart.ts'
import { fromApiBody } from './codec/rows.ts'
import { ErrorBody } from './errors.ts'
import { IdempotencyHeader, orderFieldsInput, parseOrderFields } from './order-schema.ts'
import {
  giftCardInput,
  giftWrapInput,
  OfferCode,
  QuoteResponse,
  RegionInput,
  samplesInput,
  toQuoteResponse,
  toSampleIds,
  toTender,
} from './quote.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const CheckoutInput = z.object({
  items: CartLinesInput,
  shipping_address: ShippingAddress.partial({ email: true }),
  customer_email: ShippingAddress.shape.email.optional(),
  ...orderFieldsInput,
  region: RegionInput,
  code: OfferCode,
  currency: z
    .string()
    .max(10)
    .optional()
    .describe('Sets the region if `region` is missing; otherwise ignored'),
  expected_total: z
    .int()
    .optional()
    .describe('The total shown to the shopper. If it has changed, the request fails with 409.'),
  expected_currency: z.enum(CURRENCIES).optional(),
  ...giftCardInput,
  ...giftWrapInput,
  ...samplesInput,
  expected_due: z
    .int()
    .optional()
    .describe('What was left to pay after gift cards. If it has changed, the request fails with 409.'),
})

const create = defineRoute('Checkout', 'post', '/functions/create-stripe-checkout', {
  access: 'public',
  summary: 'Place an order and start card payment; stock is held while the payment is open',
  request: { headers: IdempotencyHeader, ...jsonBody(CheckoutInput) },
  responses: {
    200: jsonResponse(
      z.object({ url: z.string(), session_id: z.string(), order_id: z.string() }),
      'The payment page',
    ),
    ...errorResponses(400, 404, 422, 429, 503),
    409: jsonResponse(
      ErrorBody.extend({ quote: QuoteResponse.optional() }),
      'Not enough stock, or the price has changed (with the new quote)',
    ),
  },
})
const verify = defineRoute('Checkout', 'post', '/functions/verify-stripe-payment', {
  access: 'public',
  summary: 'Verify a payment',
  request: jsonBody(z.object({ session_id: z.string().min(1).max(255) })),
  responses: {
    200: jsonResponse(
      z.object({
        success: z.boolean(),
        state: z
          .enum(['paid', 'authorized', 'processing', 'failed', 'refunded', 'unknown'])
          .describe(
            'authorized: the order is placed, and charged when it ships; processing: an app or a bank still has to confirm the payment; unknown: the provider has not answered yet. In both cases, verify again later',
          ),
        order_id: z.string().nullable(),
        order_number: z.string().nullable(),
        amount_total: z.number().int().nullable().describe('In minor units'),
        currency: z.enum(CURRENCIES).nullable(),
      }),
      'The payment result',
    ),
    ...errorResponses(400),
  },
})

export const payments = createRouter()
  .openapi(create, async (c) => {
    const { shipping_address, customer_email, code, currency, ...input } = c.req.valid('json')
    const ctx = c.get('ctx')
    const address = parseForm(ShippingAddress, {
      ...shipping_address,
      email: shipping_address.email ?? customer_email,
    })
    const region = input.region ?? regionForCurrency(currency) ?? ctx.region.code
    const { expected_total: total, expected_currency, expected_due: due } = input
    const expected = { total, currency: expected_currency, due }
    const lines = input.items.map(fromApiBody)
    const orderFields = parseOrderFields(input)
    const purchase = {
      ...orderFields,
      lines,
      address,
      region,
      code: normalizeCode(code),
      expected,
      giftCards: toTender(input),
      giftWrap: input.gift_wrap,
      samples: toSampleIds(input),
    }
    const key = c.req.valid('header')['idempotency-key']
    try {
      return c.json(toCheckoutResponse(await startCardCheckout(ctx, purchase, key)), 200)
    } catch (error) {
      if (!(error instanceof PriceChanged)) throw error
      return c.json(
        { error: { code: error.code, message: error.message }, quote: toQuoteResponse(error.quote) },
        409,
      )
    }
  })
  .openapi(verify, async (c) => {
    const ctx = c.get('ctx')
    const { state, order } = await verifyPayment(ctx, c.req.valid('json').session_id)
    const success = state === 'paid'
    return c.json(
      {
        success,
        state: success && order.authorization ? ('authorized' as const) : state,
        order_id: order?.id ?? null,
        order_number: order?.number ?? null,
        amount_total: order?.total ?? null,
        currency: order?.currency ?? null,
      },
      200,
    )
  })

export function toCheckoutResponse({ url, sessionId, order }: CardCheckout) {
  return { url, session_id: sessionId, order_id: order.id }
}

/** The currency may select the region. All other amounts that a client sends are ignored. */
function regionForCurrency(currency: string | undefined) {
  return REGION_CODES.find((code) => REGIONS[code].currency === currency?.toLowerCase())
}
