import { z } from '@hono/zod-openapi'
import {
  ImportedAddress,
  ImportedItem,
  ImportedOrder,
  ImportedPrice,
} from '#core/orders/imported/imported-order.ts'
import {
  findImportedOrder,
  listImportedOrders,
  listOwnImportedOrders,
} from '#core/orders/imported/imported-orders.server.ts'
import { toApiRow, toApiShape } from '../codec/rows.ts'
import { byId, PageQuery } from '../order-schema.ts'
import { pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const price = z
  .object(ImportedPrice.shape)
  .describe('The amount is in minor units of the currency, which may be any')
  .openapi('ImportedOrderPrice')

const { number, email, customerName, taxIncluded, paymentStatus, fulfillmentStatus } = ImportedOrder.shape

const OwnImportedOrderResponse = z
  .object({
    id: z.string(),
    ...toApiShape({ number, email, customerName }),
    placed_at: z.iso.datetime(),
    ...{ subtotal: price, discount: price, shipping: price, tax: price, total: price, refunded: price },
    ...toApiShape({ taxIncluded, paymentStatus, fulfillmentStatus }),
    shipping_address: z.object(ImportedAddress.shape).nullable(),
    items: z.array(z.object({ ...ImportedItem.shape, price })),
    imported_at: z.iso.datetime(),
  })
  .openapi('OwnImportedOrder')
const ImportedOrderResponse = OwnImportedOrderResponse.extend({
  note: ImportedOrder.shape.note.describe('By the customer or the former store’s staff'),
}).openapi('ImportedOrder')

const ListQuery = PageQuery.extend({
  q: z.string().max(200).optional().describe('In the number, email, or name of the order'),
})

const listOwn = defineRoute('Orders', 'get', '/imported-orders', {
  access: 'customer',
  summary: 'List your orders from the brand’s former store, newest first',
  description: 'They have your account’s email address, which has to be confirmed.',
  request: { query: PageQuery },
  responses: {
    200: jsonResponse(pageResponse(OwnImportedOrderResponse), 'A page of orders'),
    ...errorResponses(400),
  },
})
const list = defineRoute('Admin', 'get', '/admin/imported-orders', {
  access: 'orders.view',
  summary: 'List the orders of the brand’s former store, newest first',
  description: 'They are history: no stock, revenue, or accounting includes them.',
  request: { query: ListQuery },
  responses: {
    200: jsonResponse(pageResponse(ImportedOrderResponse), 'A page of orders'),
    ...errorResponses(400),
  },
})
const read = defineRoute('Admin', 'get', '/admin/imported-orders/{id}', {
  access: 'orders.view',
  summary: 'Retrieve an order of the brand’s former store',
  request: byId,
  responses: { 200: jsonResponse(ImportedOrderResponse, 'The order'), ...errorResponses(400, 404) },
})

export const importedOrders = createRouter().openapi(listOwn, async (c) => {
  const { rows, next } = await listOwnImportedOrders(c.get('ctx'), c.req.valid('query'))
  return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
})

export const adminImportedOrders = createRouter()
  .openapi(list, async (c) => {
    const { q: search, ...query } = c.req.valid('query')
    const { rows, next } = await listImportedOrders(c.get('ctx'), { ...query, search })
    return c.json({ data: rows.map(toApiRow), next_cursor: next }, 200)
  })
  .openapi(read, async (c) =>
    c.json(toApiRow(await findImportedOrder(c.get('ctx'), c.req.valid('param').id)), 200),
  )
