import { z } from '@hono/zod-openapi'
import { PriceChanged } from '#core/checkout/purchase.ts'
import type { Context } from '#core/context.ts'
import { DRAFT_STATUSES } from '#core/draft-orders/draft-order.ts'
import {
  changeDraftOrder,
  createDraftOrder,
  deleteDraftOrder,
} from '#core/draft-orders/edit-draft-order.server.ts'
import {
  type DraftOrder,
  findDraftOrder,
  listDraftOrders,
} from '#core/draft-orders/find-draft-order.server.ts'
import { cancelPaymentLink } from '#core/draft-orders/manage-payment-link.server.ts'
import { priceDraft } from '#core/draft-orders/price-draft.server.ts'
import { orderForCustomer, sendDraftOrder } from '#core/draft-orders/send-draft-order.server.ts'
import { requireKey } from '#core/orders/idempotency.server.ts'
import { ErrorBody } from '../../errors.ts'
import { byId, IdempotencyHeader } from '../../order-schema.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { QuoteResponse, toQuoteResponse } from '../../quote.ts'
import {
  defineRoute,
  errorResponses,
  jsonBody,
  jsonResponse,
  NO_CONTENT,
  optionalJsonBody,
} from '../../responses.ts'
import { createRouter } from '../../router.ts'
import {
  DraftChangeInput,
  DraftOrderResponse,
  NewDraftInput,
  PricedDraftResponse,
  SendInput,
  toDraftChange,
  toDraftResponse,
} from './draft-order-schema.ts'

const access = 'orders.create'
const draft = jsonResponse(DraftOrderResponse, 'The draft order')
const priced = jsonResponse(PricedDraftResponse, 'The draft order')
const refused = {
  409: jsonResponse(
    ErrorBody.extend({ quote: QuoteResponse.optional() }),
    'Out of stock, blocked, sent already, or the price has changed (with the new quote)',
  ),
}

const create = defineRoute('Admin', 'post', '/admin/orders', {
  access,
  operationId: 'createOrderForCustomer',
  summary: 'Order for a customer, and email them a payment link',
  description:
    'Prices, offers, and tax are the store’s. The stock is held until the link expires. With `send: false`, it stays a draft, which holds nothing and has no link.',
  request: { headers: IdempotencyHeader, ...jsonBody(NewDraftInput) },
  responses: { 201: draft, ...errorResponses(400, 404, 422, 429, 503), ...refused },
})
const list = defineRoute('Admin', 'get', '/admin/draft-orders', {
  access,
  summary: 'List draft orders, the one that changed last first',
  request: {
    query: pageQuery.extend({
      filter: z.enum(DRAFT_STATUSES).optional(),
      q: z.string().max(200).optional().describe('Part of the number, name, or email'),
    }),
  },
  responses: {
    200: jsonResponse(pageResponse(DraftOrderResponse), 'A page of draft orders'),
    ...errorResponses(400),
  },
})
const read = defineRoute('Admin', 'get', '/admin/draft-orders/{id}', {
  access,
  summary: 'Retrieve a draft order, with what it would cost now',
  request: byId,
  responses: { 200: priced, ...errorResponses(404) },
})
const change = defineRoute('Admin', 'patch', '/admin/draft-orders/{id}', {
  access,
  summary: 'Change a draft order that wasn’t sent',
  request: { ...byId, ...jsonBody(DraftChangeInput) },
  responses: { 200: priced, ...errorResponses(400, 404, 409) },
})
const remove = defineRoute('Admin', 'delete', '/admin/draft-orders/{id}', {
  access,
  summary: 'Delete a draft order that wasn’t sent',
  request: byId,
  responses: { ...NO_CONTENT, ...errorResponses(404, 409) },
})
const send = defineRoute('Admin', 'post', '/admin/draft-orders/{id}/send', {
  access,
  operationId: 'sendDraftOrder',
  summary: 'Place the order of a draft, and email the payment link',
  request: { ...byId, ...optionalJsonBody(SendInput) },
  responses: { 200: draft, ...errorResponses(400, 404, 429, 503), ...refused },
})
const cancel = defineRoute('Admin', 'post', '/admin/draft-orders/{id}/cancel', {
  access,
  operationId: 'cancelPaymentLink',
  summary: 'Cancel a payment link that wasn’t paid, which releases the stock',
  request: byId,
  responses: { 200: draft, ...errorResponses(404, 409) },
})

export const adminDraftOrders = createRouter()
  .openapi(create, async (c) => {
    const ctx = c.get('ctx')
    const {
      gift_card_codes: giftCardCodes,
      expected_total: expectedTotal,
      send,
      ...input
    } = c.req.valid('json')
    const key = requireKey(c.req.valid('header')['idempotency-key'])
    const draftChange = toDraftChange(input)
    try {
      const created = send
        ? await orderForCustomer(ctx, draftChange, key, { giftCardCodes, expectedTotal })
        : await createDraftOrder(ctx, draftChange, key)
      return c.json(toDraftResponse(ctx, created), 201)
    } catch (error) {
      return c.json(toPriceChangedBody(error), 409)
    }
  })
  .openapi(list, async (c) => {
    const ctx = c.get('ctx')
    const { q: search, ...query } = c.req.valid('query')
    const { rows, next } = await listDraftOrders(ctx, { ...query, search })
    return c.json({ data: rows.map((row) => toDraftResponse(ctx, row)), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => {
    const ctx = c.get('ctx')
    return c.json(await toPriced(ctx, await findDraftOrder(ctx, c.req.valid('param').id)), 200)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const { version, ...input } = c.req.valid('json')
    const changed = await changeDraftOrder(ctx, c.req.valid('param').id, toDraftChange(input), version)
    return c.json(await toPriced(ctx, changed), 200)
  })
  .openapi(remove, async (c) => {
    await deleteDraftOrder(c.get('ctx'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .openapi(send, async (c) => {
    const ctx = c.get('ctx')
    const { gift_card_codes: giftCardCodes, expected_total: expectedTotal, version } = c.req.valid('json')
    try {
      const sent = await sendDraftOrder(ctx, c.req.valid('param').id, {
        version,
        expectedTotal,
        giftCardCodes,
      })
      return c.json(toDraftResponse(ctx, sent), 200)
    } catch (error) {
      return c.json(toPriceChangedBody(error), 409)
    }
  })
  .openapi(cancel, async (c) => {
    const ctx = c.get('ctx')
    return c.json(toDraftResponse(ctx, await cancelPaymentLink(ctx, c.req.valid('param').id)), 200)
  })

async function toPriced(ctx: Context, row: DraftOrder): Promise<z.infer<typeof PricedDraftResponse>> {
  const { quote, problem } = row.orderId ? { quote: null, problem: null } : await priceDraft(ctx, row)
  return { ...toDraftResponse(ctx, row), quote: quote && toQuoteResponse(quote), problem }
}

function toPriceChangedBody(error: unknown) {
  if (!(error instanceof PriceChanged)) throw error
  const { code, message, quote } = error
  return { error: { code, message }, quote: toQuoteResponse(quote) }
}
