import { z } from '@hono/zod-openapi'
import { findBalance } from '#core/gift-cards/find-gift-cards.server.ts'
import { MAX_CODE_LENGTH } from '#core/gift-cards/gift-card.ts'
import { listStoreCredit } from '#core/gift-cards/store-credit.server.ts'
import { toPrice } from '#core/money.ts'
import { PriceResponse } from './catalog/products.ts'
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

export const giftCards = createRouter()
  .openapi(balance, async (c) => {
    const card = await findBalance(c.get('ctx'), c.req.valid('json').code)
    const { balance: amount, currency, last4, expiresAt } = card
    const expires_at = expiresAt?.toISOString() ?? null
    return c.json({ ...toPrice({ amount, currency }), last4: last4 ?? '', expires_at }, 200)
  })
  .openapi(credit, async (c) => c.json({ data: (await listStoreCredit(c.get('ctx'))).map(toPrice) }, 200))
