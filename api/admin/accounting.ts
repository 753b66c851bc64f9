import { z } from '@hono/zod-openapi'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/entries.server.ts'
import { ACCOUNTS } from '#core/accounting/entries.ts'
import { invalidInput } from '#core/errors.ts'
import { CURRENCIES, parseAmount, toDecimal } from '#core/money.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const EntryResponse = z
  .object({
    id: z.string(),
    description: z.string(),
    amount: z.number().describe('In the entry’s currency'),
    currency: z.enum(CURRENCIES),
    kind: z.enum(['manual', 'sale', 'refund']),
    order_number: z.string().nullable(),
    entry_date: z.iso.datetime(),
  })
  .openapi('AccountingEntry')

const list = defineRoute('Admin', 'get', '/admin/accounting', {
  access: 'accounting.view',
  summary: 'List accounting entries, newest first',
  request: { query: pageQuery },
  responses: { 200: jsonResponse(pageResponse(EntryResponse), 'A page of entries'), ...errorResponses(400) },
})

const add = defineRoute('Admin', 'post', '/admin/accounting', {
  access: 'accounting.edit',
  summary: 'Add an entry dated today, in US dollars; a negative amount is an expense',
  request: jsonBody(
    z.object({
      description: z.string(),
      amount: z.union([z.number(), z.string()]),
      account: z
        .enum(ACCOUNTS)
        .optional()
        .describe('The account that the bank account is booked against; without it, the entry is unassigned'),
    }),
  ),
  responses: { 201: jsonResponse(EntryResponse, 'The entry'), ...errorResponses(400) },
})

export const adminAccounting = createRouter()
  .openapi(list, async (c) => {
    const { rows, next } = await listEntries(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toEntryResponse), next_cursor: next }, 200)
  })
  .openapi(add, async (c) => {
    const { description, amount, account } = c.req.valid('json')
    const parsed = parseAmount(String(amount))
    if ('error' in parsed) throw invalidInput('amount', parsed.error)
    const entry = { description, cents: parsed.cents, ...(account && { account }) }
    return c.json(toEntryResponse(await addEntry(c.get('ctx'), entry)), 201)
  })

function toEntryResponse({
  amount,
  orderNumber,
  at: bookedAt,
  ...entry
}: AccountingEntry): z.infer<typeof EntryResponse> {
  return {
    ...entry,
    amount: toDecimal(amount),
    order_number: orderNumber,
    entry_date: bookedAt.toISOString(),
  }
}
