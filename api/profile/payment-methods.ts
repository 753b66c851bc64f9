import { z } from '@hono/zod-openapi'
import type { SavedMethod } from '#core/payments/saved-methods/saved-method.ts'
import { listSavedMethods, removeSavedMethod } from '#core/payments/saved-methods/saved-methods.server.ts'
import { defineRoute, errorResponses, jsonResponse, NO_CONTENT } from '../responses.ts'
import { createRouter } from '../router.ts'

const SavedMethodResponse = z
  .object({
    id: z.string(),
    type: z.string().describe('As Stripe names it, such as `card`, `link`, or `paypal`'),
    name: z.string().describe('A card’s brand, or the method’s name'),
    last4: z.string().nullable(),
    exp_month: z.int().nullable(),
    exp_year: z.int().nullable(),
    wallet: z.string().nullable().describe('Of a card that came through a wallet, such as Apple Pay'),
  })
  .openapi('SavedPaymentMethod')

const list = defineRoute('Profile', 'get', '/profile/payment-methods', {
  access: 'customer',
  summary: 'List your saved payment methods, newest first',
  description: 'The payment provider stores them. They are saved and used in its payment form.',
  responses: {
    200: jsonResponse(
      z.object({ data: z.array(SavedMethodResponse), next_cursor: z.null() }),
      'The payment methods, at most 100',
    ),
    ...errorResponses(503),
  },
})
const remove = defineRoute('Profile', 'delete', '/profile/payment-methods/{id}', {
  access: 'customer',
  summary: 'Remove a saved payment method; again changes nothing',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...NO_CONTENT, ...errorResponses(404, 503) },
})

export const savedPaymentMethods = createRouter()
  .openapi(list, async (c) =>
    c.json({ data: (await listSavedMethods(c.get('ctx'))).map(toMethodResponse), next_cursor: null }, 200),
  )
  .openapi(remove, async (c) => {
    await removeSavedMethod(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })

function toMethodResponse({ expires, ...method }: SavedMethod): z.infer<typeof SavedMethodResponse> {
  return { ...method, exp_month: expires?.month ?? null, exp_year: expires?.year ?? null }
}
