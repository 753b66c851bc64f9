import { z } from '@hono/zod-openapi'
import {
  findPayout,
  listPayouts,
  listTransactions,
  type Payout,
  type PayoutTransaction,
} from '#core/accounting/payouts/payouts.server.ts'
import { BALANCE_SOURCES } from '#core/payments/balance/balance-transaction.ts'
import { toApiRow, toResponse } from '../../codec/rows.ts'
import { pageQuery, pageResponse } from '../../pagination.ts'
import { defineRoute, errorResponses, jsonResponse } from '../../responses.ts'
import { createRouter } from '../../router.ts'

const minorUnits = z.int().describe('In minor units of the currency')

const PayoutResponse = z
  .object({
    id: z.string(),
    amount: minorUnits,
    currency: z.string().describe('What the provider settles in'),
    status: z.string().describe('The provider’s word, such as `in_transit`, `paid`, or `failed`'),
    automatic: z.boolean(),
    arrives_at: z.iso.datetime(),
    failure: z.string().nullable(),
    created_at: z.iso.datetime(),
    gross: minorUnits.nullable().describe('Null until the provider has listed the transactions'),
    fees: minorUnits.nullable(),
    transactions: z.int().nullable().describe('How many it pays out'),
  })
  .openapi('Payout')

const TransactionResponse = z
  .object({
    id: z.string(),
    type: z.string().describe('The provider’s word, such as `charge`, `refund`, or `adjustment`'),
    source: z.enum(BALANCE_SOURCES),
    source_id: z.string().nullable(),
    amount: minorUnits.describe('In minor units; negative if it reduces the balance'),
    fee: minorUnits,
    currency: z.string(),
    paid_amount: minorUnits.nullable().describe('In the currency of the payment'),
    paid_currency: z.string().nullable(),
    created_at: z.iso.datetime(),
    payout_id: z.string().nullable(),
    order_number: z.string().nullable(),
    unmatched: z.boolean().describe('A payment, refund, or dispute that the store doesn’t have'),
  })
  .openapi('PayoutTransaction')

const byId = { params: z.object({ id: z.string().max(255) }) }

const list = defineRoute('Admin', 'get', '/admin/payouts', {
  access: 'accounting.view',
  summary: 'List the card provider’s payouts, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonResponse(pageResponse(PayoutResponse), 'A page of payouts'), ...errorResponses(400) },
})

const read = defineRoute('Admin', 'get', '/admin/payouts/{id}', {
  access: 'accounting.view',
  summary: 'Retrieve a payout',
  request: byId,
  responses: { 200: jsonResponse(PayoutResponse, 'The payout'), ...errorResponses(404) },
})

const transactions = defineRoute('Admin', 'get', '/admin/payouts/{id}/transactions', {
  access: 'accounting.view',
  operationId: 'listPayoutTransactions',
  summary: 'List the transactions of a payout, newest first',
  request: { ...byId, query: pageQuery },
  responses: {
    200: jsonResponse(pageResponse(TransactionResponse), 'A page of transactions'),
    ...errorResponses(400, 404),
  },
})

export const adminPayouts = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listPayouts(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toPayout), next_cursor: next }, 200)
  })
  .openapi(read, async (c) => c.json(toPayout(await findPayout(c.get('ctx'), c.req.valid('param').id)), 200))
  .openapi(transactions, async (c) => {
    const { id } = await findPayout(c.get('ctx'), c.req.valid('param').id)
    const { rows, next } = await listTransactions(c.get('ctx'), { ...c.req.valid('query'), scope: id })
    return c.json({ data: rows.map(toTransaction), next_cursor: next }, 200)
  })

const toPayout = (payout: Payout) => toResponse(PayoutResponse, toApiRow(payout))
const toTransaction = (transaction: PayoutTransaction) =>
  toResponse(TransactionResponse, toApiRow(transaction))
