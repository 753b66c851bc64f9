import { createRoute, z } from '@hono/zod-openapi'
import { placeTestOrder } from '#core/checkout/test-order.server.ts'
import { CURRENCIES, toDecimal, toPrice } from '#core/money.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { findOrder, listOrdersWithItems } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { ORDER_STATUSES, PAYMENT_STATUSES } from '#core/orders/order-status.ts'
import { ShippingAddress } from '#core/orders/shipping-address.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { PriceResponse } from './products.ts'
import { CartEntries, OfferCode, RegionInput } from './quote.ts'
import { errorResponses, jsonBody, jsonResponse } from './responses.ts'
import { createRouter } from './router.ts'

const minorUnits = z.number().int().describe('In minor units of the order’s currency')

export const OrderResponse = z
  .object({
    id: z.string(),
    number: z.string(),
    user_id: z.string().nullable(),
    status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    payment_method: z.enum(['card', 'demo']),
    region: z.enum(REGION_CODES),
    currency: z.enum(CURRENCIES),
    total_amount: z.number().describe('In the order’s currency'),
    total: PriceResponse,
    subtotal: minorUnits,
    discount: minorUnits,
    shipping: minorUnits,
    tax: minorUnits,
    refunded: minorUnits,
    offer_code: z.string().nullable(),
    shipping_address: z.record(z.string(), z.string()),
    items: z.array(
      z.object({
        product_id: z.string(),
        name: z.string(),
        quantity: z.number().int(),
        price: z.number().describe('In the order’s currency'),
        amount: minorUnits,
      }),
    ),
    carrier: z.string().nullable(),
    tracking_number: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi('Order')

export const IdempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Required. Repeating a request with the same key returns the first response.'),
})

const orderTags = { tags: ['Orders'] }
export const byId = { params: z.object({ id: z.string().max(64) }) }
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(400).optional(),
})
export const OrderListResponse = z.object({
  data: z.array(OrderResponse),
  next_cursor: z.string().nullable(),
})

const place = createRoute({
  ...orderTags,
  method: 'post',
  path: '/orders',
  summary: 'Place a test order (demo only); orders the cart if items are omitted',
  request: {
    headers: IdempotencyHeader,
    ...jsonBody(
      z.object({
        items: CartEntries.optional(),
        shipping_address: ShippingAddress,
        region: RegionInput,
        code: OfferCode,
        payment: z.literal('demo'),
      }),
    ),
  },
  responses: {
    201: jsonResponse(OrderResponse, 'The order'),
    ...errorResponses(400, 401, 403, 404, 409, 422),
  },
})
const list = createRoute({
  ...orderTags,
  method: 'get',
  path: '/orders',
  summary: 'List your orders, newest first',
  request: { query: PageQuery },
  responses: { 200: jsonResponse(OrderListResponse, 'A page of orders'), ...errorResponses(400, 401) },
})
const read = createRoute({
  ...orderTags,
  method: 'get',
  path: '/orders/{id}',
  summary: 'Retrieve one of your orders by ID or order number',
  request: byId,
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...errorResponses(401, 404) },
})
const cancel = createRoute({
  ...orderTags,
  method: 'post',
  path: '/orders/{id}/cancellation',
  summary: 'Cancel an order that hasn’t shipped and refund the payment',
  request: byId,
  responses: { 200: jsonResponse(OrderResponse, 'The order'), ...errorResponses(401, 404, 409) },
})

export const orders = createRouter()
  .openapi(place, async (c) => {
    const ctx = c.get('ctx')
    const { items, shipping_address: address, region = ctx.region, code } = c.req.valid('json')
    const key = c.req.valid('header')['idempotency-key']
    const order = await placeTestOrder(ctx, { items, address, region, code: normalizeCode(code) }, key)
    return c.json(toOrderResponse(order), 201)
  })
  .openapi(list, async (c) => {
    const page = await listOrdersWithItems(c.get('ctx'), c.req.valid('query'))
    return c.json(toOrderListResponse(page), 200)
  })
  .openapi(read, async (c) =>
    c.json(toOrderResponse(await findOrder(c.get('ctx'), c.req.valid('param').id)), 200),
  )
  .openapi(cancel, async (c) =>
    c.json(toOrderResponse(await cancelOrder(c.get('ctx'), c.req.valid('param').id)), 200),
  )

export function toOrderListResponse({ orders, nextCursor }: { orders: Order[]; nextCursor: string | null }) {
  return { data: orders.map(toOrderResponse), next_cursor: nextCursor }
}

export function toOrderResponse(order: Order): z.infer<typeof OrderResponse> {
  const { currency, total } = order
  return {
    id: order.id,
    number: order.number,
    user_id: order.userId,
    status: order.status,
    payment_status: order.paymentStatus,
    payment_method: order.paymentMethod,
    region: order.region,
    currency,
    total_amount: toDecimal(total),
    total: toPrice({ amount: total, currency }),
    subtotal: order.subtotal,
    discount: order.discount,
    shipping: order.shipping,
    tax: order.tax,
    refunded: order.refunded,
    offer_code: order.offerCode,
    shipping_address: sortAddressFields(order.shippingAddress),
    items: order.items.map(({ productId, name, quantity, price, amount }) => {
      return { product_id: productId, name, quantity, price: toDecimal(price), amount }
    }),
    carrier: order.carrier,
    tracking_number: order.trackingNumber,
    created_at: order.createdAt.toISOString(),
  }
}

const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
  'email',
  'mobileNumber',
]

/** The database returns JSON fields in its own order. A repeated request must return an identical body. */
function sortAddressFields(address: Record<string, string>): Record<string, string> {
  const known = ADDRESS_FIELDS.flatMap((field) => (field in address ? [[field, address[field]]] : []))
  return { ...Object.fromEntries(known), ...address }
}
