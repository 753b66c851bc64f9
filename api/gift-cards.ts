import { z } from '@hono/zod-openapi'
import { buyGiftCard, GiftCardOrder } from '#core/checkout/buy-gift-card.server.ts'
import { Refusal } from '#core/errors.ts'
import { snakeCase } from '#core/fields/fields.ts'
import { findBalance } from '#core/gift-cards/find-gift-cards.server.ts'
import { MAX_CODE_LENGTH } from '#core/gift-cards/gift-card.ts'
import { listStoreCredit } from '#core/gift-cards/store-credit.server.ts'
import { toPrice } from '#core/money.ts'
import { PriceResponse } from './catalog/products.ts'
import { fromApiBody, toApiShape } from './codec/rows.ts'
import { IdempotencyHeader } from './order-schema.ts'
import { toCheckoutResponse } from './payments.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const balance = defineRoute('Checkout', 'post', '/gift-cards/balance', {
  access: 'public',
  operationId: 'findGiftCardBalance',
  summary: 'Retrieve the balance of a gift card by its code',
  request: jsonBody(z.strictObject({ code: z.string().max(MAX_CODE_LENGTH) })),
  responses: {
    200: jsonResponse(
      z.object({ ...PriceResponse.shape, last4: z.string(), expires_at: z.iso.datetime().nullable() }),
      'The balance',
    ),
    ...errorResponses(400, 429),
  },
})
const credit = defineRoute('Profile', 'get', '/store-credit', {
  access: 'customer',
  operationId: 'listStoreCredit',
  summary: 'List your store credit, one balance per currency',
  responses: { 200: jsonResponse(z.object({ data: z.array(PriceResponse) }), 'The balances') },
})

const { amount, region, sendOn: _, ...texts } = GiftCardOrder.shape
const PurchaseInput = z.strictObject({
  ...toApiShape(texts),
  amount: amount.describe('In minor units of the region’s currency'),
  recipient_email: texts.recipientEmail.describe('Without it, nobody is emailed: the buyer prints the card'),
  sender_name: texts.senderName.describe('The buyer’s name'),
  email: texts.email.describe('The buyer’s, for the confirmation'),
  send_on: z.iso
    .date()
    .optional()
    .describe('The day of the email, at 9:00 in the store’s time zone. By default, as soon as it is paid'),
  region: region.optional().describe('By default, that of the visitor'),
})
const purchase = defineRoute('Checkout', 'post', '/gift-cards/purchase', {
  access: 'public',
  operationId: 'buyGiftCard',
  summary: 'Order a gift card and start card payment',
  request: { headers: IdempotencyHeader, ...jsonBody(PurchaseInput) },
  responses: {
    200: jsonResponse(
      z.object({ url: z.string(), session_id: z.string(), order_id: z.string() }),
      'The payment page. The gift card is issued once it is paid',
    ),
    ...errorResponses(400, 403, 404, 409, 422, 429, 503),
  },
})

export const giftCards = createRouter()
  .openapi(purchase, async (c) => {
    const ctx = c.get('ctx')
    const body = fromApiBody(c.req.valid('json'))
    const key = c.req.valid('header')['idempotency-key']
    const input = { ...body, region: body.region ?? ctx.region.code }
    const checkout = await buyGiftCard(ctx, input, key).catch(withApiFieldNames)
    return c.json(toCheckoutResponse(checkout), 200)
  })
  .openapi(balance, async (c) => {
    const card = await findBalance(c.get('ctx'), c.req.valid('json').code)
    const { balance: amount, currency, last4, expiresAt } = card
    const expires_at = expiresAt?.toISOString() ?? null
    return c.json({ ...toPrice({ amount, currency }), last4: last4 ?? '', expires_at }, 200)
  })
  .openapi(credit, async (c) => c.json({ data: (await listStoreCredit(c.get('ctx'))).map(toPrice) }, 200))

function withApiFieldNames(error: unknown): never {
  if (!(error instanceof Refusal) || !error.fields) throw error
  const fields = Object.entries(error.fields).map(([name, message]) => [snakeCase(name), message])
  throw new Refusal(error.code, error.message, Object.fromEntries(fields))
}
