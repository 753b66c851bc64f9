import { z } from '@hono/zod-openapi'
import { CURRENCIES } from '#core/money.ts'
import type { AppliedOffer } from '#core/offers/offer.ts'
import { quoteCart } from '#core/pricing/cart-quote.server.ts'
import type { Quote } from '#core/pricing/quote.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { CartLinesInput } from './cart.ts'
import { fromApiBody } from './codec/rows.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const amount = z.number().int().describe('In minor units')

export const QuoteResponse = z
  .object({
    region: z.enum(REGION_CODES),
    currency: z.enum(CURRENCIES),
    rate: z.number().describe('Units of this currency per US dollar'),
    lines: z.array(
      z.object({ product_id: z.string(), quantity: z.number().int(), unit_amount: amount, amount }),
    ),
    subtotal: amount,
    discount: amount,
    shipping: amount,
    tax: amount,
    shipping_tax: amount.describe('In minor units: the part of `tax` that is on shipping'),
    tax_percent: z.number(),
    tax_included: z
      .boolean()
      .describe('Whether the prices include the tax, so that it isn’t added to the total'),
    total: amount,
    offer: z
      .object({ code: z.string().nullable(), title: z.string(), reason: z.string() })
      .nullable()
      .describe('The offer that the total includes. Its code is null if it applies by itself'),
  })
  .openapi('Quote')

export const OfferCode = z.string().max(60).nullish().describe('An offer code')
export const RegionInput = z
  .enum(REGION_CODES)
  .optional()
  .describe('Defaults to the region cookie, then to US')

const calculate = defineRoute('Checkout', 'post', '/quote', {
  access: 'public',
  summary: 'Calculate the total of a cart',
  description:
    'The total is subtotal - discount + shipping + tax. If `tax_included` is true, prices include the tax, and the total is subtotal - discount + shipping.',
  request: jsonBody(z.object({ items: CartLinesInput, region: RegionInput, code: OfferCode })),
  responses: { 200: jsonResponse(QuoteResponse, 'The quote'), ...errorResponses(400, 404, 409, 429) },
})

export const quotes = createRouter().openapi(calculate, async (c) => {
  const ctx = c.get('ctx')
  const { items, region, code } = c.req.valid('json')
  const lines = items.map(fromApiBody)
  const quote = await quoteCart(ctx, { lines, code, region: await findRegion(ctx, region) })
  return c.json(toQuoteResponse(quote), 200)
})

export function toQuoteResponse({
  lines,
  taxPercent,
  taxIncluded,
  shippingTax,
  ...totals
}: Quote & { offer: AppliedOffer | null }): z.infer<typeof QuoteResponse> {
  return {
    ...totals,
    tax_percent: taxPercent,
    tax_included: taxIncluded,
    shipping_tax: shippingTax,
    lines: lines.map(({ productId, quantity, unitAmount, amount }) => {
      return { product_id: productId, quantity, unit_amount: unitAmount, amount }
    }),
  }
}
