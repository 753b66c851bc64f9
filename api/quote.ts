import { z } from '@hono/zod-openapi'
import type { DividedPayment } from '#core/gift-cards/divide-payment.ts'
import { type GiftCardTender, MAX_CODE_LENGTH, MAX_GIFT_CARDS } from '#core/gift-cards/gift-card.ts'
import { previewPayment } from '#core/gift-cards/pay-with-gift-cards.server.ts'
import { CURRENCIES } from '#core/money.ts'
import type { AppliedOffer } from '#core/offers/offer.ts'
import { quoteCart } from '#core/pricing/cart-quote.server.ts'
import { productSubtotal } from '#core/pricing/gift-wrap.ts'
import type { Quote } from '#core/pricing/quote.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { findRegion } from '#core/regions/terms.server.ts'
import { type ChosenSample, previewSamples } from '#core/samples/choose-samples.server.ts'
import { MAX_CHOSEN_SAMPLES } from '#core/settings/sample-settings.ts'
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
    gift_cards: z
      .array(z.object({ last4: z.string().nullable().describe('Null for store credit'), amount }))
      .optional()
      .describe('What each gift card of the request pays'),
    samples: z
      .array(z.object({ product_id: z.string(), name: z.string() }))
      .optional()
      .describe('The free samples of the request, which the order would have'),
    due: amount.optional().describe('In minor units: what is left to pay by card'),
    offer: z
      .object({ code: z.string().nullable(), title: z.string(), reason: z.string() })
      .nullable()
      .describe('The offer that the total includes. Its code is null if it applies by itself'),
  })
  .openapi('Quote')

export const OfferCode = z.string().max(60).nullish().describe('An offer code')
export const giftCardInput = {
  gift_card_codes: z
    .array(z.string().max(MAX_CODE_LENGTH))
    .max(MAX_GIFT_CARDS, `Use up to ${MAX_GIFT_CARDS} gift cards for an order.`)
    .optional()
    .describe('Gift cards pay in this order, as much as each can; a card pays the rest'),
  store_credit: z
    .boolean()
    .optional()
    .describe('Whether your store credit pays as well, before the gift cards. Requires sign-in.'),
}

export const giftWrapInput = {
  gift_wrap: z
    .boolean()
    .optional()
    .describe(
      'Whether the order is gift-wrapped, at the price of the settings. It becomes a line of the order',
    ),
}

/** Undefined without gift cards. */
export function toTender(input: {
  gift_card_codes?: string[] | undefined
  store_credit?: boolean | undefined
}): GiftCardTender | undefined {
  const { gift_card_codes: codes = [], store_credit: useCredit = false } = input
  return codes.length || useCredit ? { codes, useCredit } : undefined
}

export const samplesInput = {
  samples: z
    .array(z.string().max(64))
    .max(MAX_CHOSEN_SAMPLES, `Choose at most ${MAX_CHOSEN_SAMPLES} samples.`)
    .optional()
    .describe('IDs of free samples, from `GET /samples`. They change no amount'),
}

/** Undefined without samples, as in requests of clients that don't know them. */
export const toSampleIds = ({ samples }: { samples?: string[] | undefined }) =>
  samples?.length ? samples : undefined

export const RegionInput = z
  .enum(REGION_CODES)
  .optional()
  .describe('Defaults to the region cookie, then to US')

const calculate = defineRoute('Checkout', 'post', '/quote', {
  access: 'public',
  summary: 'Calculate the total of a cart',
  description:
    'The total is subtotal - discount + shipping + tax. If `tax_included` is true, prices include the tax, and the total is subtotal - discount + shipping.',
  request: jsonBody(
    z.object({
      items: CartLinesInput,
      region: RegionInput,
      code: OfferCode,
      ...giftCardInput,
      ...giftWrapInput,
      ...samplesInput,
    }),
  ),
  responses: { 200: jsonResponse(QuoteResponse, 'The quote'), ...errorResponses(400, 404, 409, 429) },
})

export const quotes = createRouter().openapi(calculate, async (c) => {
  const ctx = c.get('ctx')
  const { items, region, code, gift_wrap: giftWrap, ...input } = c.req.valid('json')
  const lines = items.map(fromApiBody)
  const terms = await findRegion(ctx, region)
  const quote = await quoteCart(ctx, { lines, code, region: terms, giftWrap })
  const sampleIds = toSampleIds(input)
  const samples =
    sampleIds && (await previewSamples(ctx, sampleIds, { subtotal: productSubtotal(quote), region: terms }))
  const tender = toTender(input)
  const divided = tender && (await previewPayment(ctx, quote, tender))
  return c.json(
    { ...toQuoteResponse(quote, divided), ...(samples && { samples: samples.map(toSample) }) },
    200,
  )
})

export function toQuoteResponse(
  { lines, taxPercent, taxIncluded, shippingTax, ...totals }: Quote & { offer: AppliedOffer | null },
  divided?: DividedPayment,
): z.infer<typeof QuoteResponse> {
  return {
    ...totals,
    ...(divided && { gift_cards: divided.giftCards.map(toGiftCardResponse), due: divided.due }),
    tax_percent: taxPercent,
    tax_included: taxIncluded,
    shipping_tax: shippingTax,
    lines: lines.map(({ productId, quantity, unitAmount, amount }) => {
      return { product_id: productId, quantity, unit_amount: unitAmount, amount }
    }),
  }
}

const toSample = ({ productId, name }: ChosenSample) => ({ product_id: productId, name })

function toGiftCardResponse({ last4, amount }: DividedPayment['giftCards'][number]) {
  return { last4, amount }
}
