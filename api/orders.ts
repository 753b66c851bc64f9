import { z } from '@hono/zod-openapi'
import { LOG_IN_TO_ORDER, placeTestOrder } from '#core/checkout/test-order.server.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { findOrder, listOrdersWithItems } from '#core/orders/find-order.server.ts'
import { ShippingAddress } from '#core/orders/shipping-address.ts'
import { isAdmin } from '#core/permissions/policy.ts'
import { customer, customerOrKey } from './access.ts'
import { CartLinesInput } from './cart.ts'
import { fromApiBody } from './codec/rows.ts'
import {
  byId,
  IdempotencyHeader,
  OrderResponse,
  orderFieldsInput,
  PageQuery,
  parseOrderFields,
  toAdminOrderListResponse,
  toOrderListResponse,
  toOrderResponse,
  VisibleOrderListResponse,
} from './order-schema.ts'
import {
  giftCardInput,
  giftWrapInput,
  OfferCode,
  RegionInput,
  samplesInput,
  toSampleIds,
  toTender,
} from './quote.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const place = defineRoute('Orders', 'post', '/orders', {
  access: customer(LOG_IN_TO_ORDER),
  summary: 'Place a test order (demo only); orders the cart if items are omitted',
  request: {
    headers: IdempotencyHeader,
    ...jsonBody(
      z.object({
        items: CartLinesInput.optional(),
        shipping_address: ShippingAddress,
        ...orderFieldsInput,
        region: RegionInput,
        code: OfferCode,
        ...giftCardInput,
        ...giftWrapInput,
        ...samplesInput,
        payment: z.literal('demo'),
      }),
    ),
  },
  responses: { 201: jsonResponse(OrderResponse, 'The order'), ...errorResponses(400, 403, 404, 409, 422) },
})
const list = defineRoute('Orders', 'get', '/orders', {
  access: 'customer',
  summary: 'List your orders, newest first; as an administrator, every order with its customer',
  request: { query: PageQuery },
  responses: { 200: jsonResponse(VisibleOrderListResponse, 'A page of orders'), ...errorResponses(400) },
})
const read = defineRoute('Orders', 'get', '/orders/{id}', {
  access: customerOrKey('orders.view'),
  summary: 'Retrieve one of your orders by ID or order number',
  request: byId,
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...errorResponses(400, 404) },
})
const cancel = defineRoute('Orders', 'post', '/orders/{id}/cancellation', {
  access: 'customer',
  summary: 'Cancel an order that hasn’t shipped and refund the payment',
  request: byId,
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...errorResponses(400, 404, 409) },
})

export const orders = createRouter()
  .openapi(place, async (c) => {
    const ctx = c.get('ctx')
    const { items, shipping_address: address, region = ctx.region.code, code, ...input } = c.req.valid('json')
    const key = c.req.valid('header')['idempotency-key']
    const lines = items?.map(fromApiBody)
    const orderFields = parseOrderFields(input)
    const purchase = {
      ...orderFields,
      lines,
      address,
      region,
      code: normalizeCode(code),
      giftCards: toTender(input),
      giftWrap: input.gift_wrap,
      samples: toSampleIds(input),
    }
    const order = await placeTestOrder(ctx, purchase, key)
    return c.json(toOrderResponse(order), 201)
  })
  .openapi(list, async (c) => {
    const ctx = c.get('ctx')
    const page = await listOrdersWithItems(ctx, c.req.valid('query'))
    const body = isAdmin(ctx.actor)
      ? toAdminOrderListResponse(page, ctx.settings.origin)
      : toOrderListResponse(page)
    return c.json(body, 200)
  })
  .openapi(read, async (c) =>
    c.json(toOrderResponse(await findOrder(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(cancel, async (c) =>
    c.json(toOrderResponse(await cancelOrder(c.get('ctx'), c.req.valid('param').id)), 200),
  )
