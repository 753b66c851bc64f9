import { z } from '@hono/zod-openapi'
import { BatchAssignment, chooseBatch } from '#core/batches/assign-batches.server.ts'
import { BatchDraft, BatchNumber, CalendarDay } from '#core/batches/batch-draft.ts'
import { type Batch, findBatch, listBatches } from '#core/batches/batches.server.ts'
import type { ItemBatches } from '#core/batches/order-batch.ts'
import { listOrderBatches } from '#core/batches/order-batches.server.ts'
import { RecallRequest, recallBatch } from '#core/batches/recall/recall-batch.server.ts'
import { listRecipients } from '#core/batches/recall/recall-recipients.server.ts'
import { editBatch, receiveBatch } from '#core/batches/receive-batch.server.ts'
import type { Context } from '#core/context.ts'
import { lookUpOrder } from '#core/orders/find-order.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { fromApiBody, toApiRow, toApiShape } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'
import { withApiFields } from '../product-fields.ts'

const BatchResponse = z
  .object({
    id: z.string(),
    product_id: z.string(),
    product_name: z.string(),
    formula_id: z.string().nullable().describe('The product’s formula when the batch was received'),
    number: z.string(),
    expires_on: z.iso.date().nullable(),
    received_at: z.iso.datetime(),
    received: z.int().describe('Units that arrived'),
    remaining: z.int().describe('Units on hand that no order has been assigned'),
    assigned: z.int().describe('Units of orders that haven’t shipped'),
    recalled_at: z.iso.datetime().nullable(),
    recall_reason: z.string().nullable(),
    withdrawn: z.int().describe('Units on hand when it was recalled'),
    lacking: z
      .int()
      .describe(
        'Those of them that open orders had taken already. They leave stock as soon as it has units again.',
      ),
  })
  .openapi('Batch')

const RecipientResponse = z
  .object({
    order_id: z.string(),
    order_number: z.string(),
    name: z.string(),
    email: z.string().describe('Empty without access to customers'),
    country: z.enum(REGION_CODES),
    quantity: z.int(),
    returned: z.int().describe('Units that came back'),
    shipped_at: z.iso.datetime(),
    emailed_at: z.iso
      .datetime()
      .nullable()
      .describe('When the recall email to them was saved, to be sent at once'),
  })
  .openapi('BatchRecipient')

const OrderBatchesResponse = z
  .object({
    data: z.array(
      z.object({
        product_id: z.string(),
        lacking: z.int().describe('Units that no batch can send'),
        assigned: z.array(
          z.object({
            batch_id: z.string(),
            number: z.string().nullable().describe('Null for units without a batch number'),
            expires_on: z.iso.date().nullable(),
            quantity: z.int(),
            returned: z.int(),
            is_recalled: z.boolean(),
          }),
        ),
      }),
    ),
  })
  .openapi('OrderBatches')

const byId = { params: z.object({ id: z.string().max(64) }) }
const keyHeader = {
  headers: z.object({
    'idempotency-key': z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Optional. Repeating a request with the same key receives the batch once.'),
  }),
}
const ChangeBody = z.strictObject({
  number: BatchNumber.optional(),
  expires_on: CalendarDay.nullable().optional(),
})
const { from, to, quantity, productId } = BatchAssignment.shape

const list = defineRoute('Admin', 'get', '/admin/batches', {
  access: 'products.view',
  summary: 'List batches, newest first, or by expiry',
  request: {
    query: pageQuery.extend({
      product_id: z.string().max(64).optional(),
      q: z.string().max(200).optional().describe('A part of the number'),
      show: z
        .enum(['in-stock', 'expiring', 'expired', 'recalled'])
        .optional()
        .describe('`expiring` and `expired` list batches with units left; the former within 90 days'),
      sort: z.enum(['newest', 'oldest', 'expiry', 'expiry-down']).optional(),
    }),
  },
  responses: { 200: jsonResponse(pageResponse(BatchResponse), 'A page of batches'), ...errorResponses(400) },
})
const get = defineRoute('Admin', 'get', '/admin/batches/{id}', {
  access: 'products.view',
  summary: 'Retrieve a batch',
  request: byId,
  responses: { 200: jsonResponse(BatchResponse, 'The batch'), ...errorResponses(404) },
})
const create = defineRoute('Admin', 'post', '/admin/batches', {
  access: 'stock.edit',
  summary: 'Receive a new batch: its units are added to the product’s stock',
  description: 'More units of a batch are received with `POST /admin/products/{id}/stock`.',
  request: { ...keyHeader, ...jsonBody(z.strictObject(toApiShape(BatchDraft.shape))) },
  responses: { 201: jsonResponse(BatchResponse, 'The batch'), ...errorResponses(400, 404, 409, 422) },
})
const change = defineRoute('Admin', 'patch', '/admin/batches/{id}', {
  access: 'stock.edit',
  summary: 'Correct the number or the expiry date of a batch',
  request: { ...byId, ...jsonBody(ChangeBody) },
  responses: { 200: jsonResponse(BatchResponse, 'The batch'), ...errorResponses(400, 404, 409) },
})
const recall = defineRoute('Admin', 'post', '/admin/batches/{id}/recall', {
  access: 'stock.edit',
  summary: 'Recall a batch: what is left leaves stock at once, and open orders get units of other batches',
  description: 'It can’t be undone.',
  request: { ...byId, ...jsonBody(RecallRequest) },
  responses: { 200: jsonResponse(BatchResponse, 'The batch'), ...errorResponses(400, 404, 409) },
})
const recipients = defineRoute('Admin', 'get', '/admin/batches/{id}/recipients', {
  access: 'orders.view',
  summary: 'List the orders that were sent units of a batch, newest first',
  request: { ...byId, query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(RecipientResponse), 'A page of recipients'),
    ...errorResponses(400, 404),
  },
})
const ofOrder = defineRoute('Admin', 'get', '/admin/orders/{id}/batches', {
  access: 'orders.view',
  summary: 'List the batches that the items of an order leave or left from',
  request: byId,
  responses: { 200: jsonResponse(OrderBatchesResponse, 'By item'), ...errorResponses(404) },
})
const choose = defineRoute('Admin', 'post', '/admin/orders/{id}/batches', {
  access: 'orders.ship',
  summary: 'Correct which batch some units of an order leave from, before it ships',
  request: {
    ...byId,
    ...jsonBody(
      z.strictObject({
        product_id: productId,
        from: from.describe('The batch that they were to leave from; null if they have none yet'),
        to: to.describe('The batch that they leave from'),
        quantity,
      }),
    ),
  },
  responses: { 200: jsonResponse(OrderBatchesResponse, 'By item'), ...errorResponses(400, 404, 409) },
})

export const adminBatches = createRouter()
  .openapi(list, async (c) => {
    const { product_id: scope, q: search, show: filter, ...page } = c.req.valid('query')
    const { rows, next } = await listBatches(c.get('ctx'), { ...page, scope, search, filter })
    return c.json({ data: rows.map(toBatchResponse), next_cursor: next }, 200)
  })
  .openapi(get, async (c) => {
    return c.json(toBatchResponse(await findBatch(c.get('ctx'), c.req.valid('param').id)), 200)
  })
  .openapi(create, async (c) => {
    const draft = fromApiBody(c.req.valid('json'))
    const options = { key: c.req.valid('header')['idempotency-key'], isNew: true }
    const batch = await withApiFields(() => receiveBatch(c.get('ctx'), draft, options))
    return c.json(toBatchResponse(batch), 201)
  })
  .openapi(change, async (c) => {
    const ctx = c.get('ctx')
    const { id } = c.req.valid('param')
    const { number, expiresOn } = await findBatch(ctx, id)
    const changed = { number, expiresOn, ...fromApiBody(c.req.valid('json')) }
    return c.json(toBatchResponse(await withApiFields(() => editBatch(ctx, id, changed))), 200)
  })
  .openapi(recall, async (c) => {
    const batch = await recallBatch(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(toBatchResponse(batch), 200)
  })
  .openapi(recipients, async (c) => {
    const query = { ...c.req.valid('query'), scope: c.req.valid('param').id }
    const { rows, next } = await listRecipients(c.get('ctx'), query)
    const data = rows.map(({ buyer, ...row }) => RecipientResponse.parse({ ...toApiRow(row), name: buyer }))
    return c.json({ data, next_cursor: next }, 200)
  })
  .openapi(ofOrder, async (c) => {
    const { id } = await lookUpOrder(c.get('ctx'), c.req.valid('param').id)
    return c.json(await toOrderBatches(c.get('ctx'), id), 200)
  })
  .openapi(choose, async (c) => {
    const ctx = c.get('ctx')
    const { id } = await lookUpOrder(ctx, c.req.valid('param').id)
    await withApiFields(() => chooseBatch(ctx, id, fromApiBody(c.req.valid('json'))))
    return c.json(await toOrderBatches(ctx, id), 200)
  })

function toBatchResponse(batch: Batch): z.infer<typeof BatchResponse> {
  return BatchResponse.parse(toApiRow(batch))
}

async function toOrderBatches(ctx: Context, orderId: string): Promise<z.infer<typeof OrderBatchesResponse>> {
  const { [orderId]: items = [] } = await listOrderBatches(ctx, [orderId])
  return { data: items.map(toItem) }
}

function toItem({ productId, lacking, assigned }: ItemBatches) {
  return {
    product_id: productId,
    lacking,
    assigned: assigned.map(({ id, ...batch }) => ({ batch_id: id, ...toApiRow(batch) })),
  }
}
