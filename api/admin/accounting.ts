import { z } from '@hono/zod-openapi'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/entries.server.ts'
import { ACCOUNTS, ENTRY_KINDS } from '#core/accounting/entries.ts'
import { readTaxReport, type TaxLine } from '#core/accounting/tax-report.server.ts'
import { invalidInput } from '#core/errors.ts'
import { CURRENCIES, parseAmount, toDecimal } from '#core/money.ts'
import { StoreDate } from '#core/orders/admin/placed-orders.server.ts'
import { REGION_CODES } from '#core/regions/regions.ts'
import { pageQuery, pageResponse } from '../pagination.ts'
import { defineRoute, errorResponses, jsonBody, jsonResponse } from '../responses.ts'
import { createRouter } from '../router.ts'

const EntryResponse = z
  .object({
    id: z.string(),
    description: z.string(),
    amount: z.number().describe('In the entry’s currency'),
    currency: z.enum(CURRENCIES),
    kind: z.enum(ENTRY_KINDS),
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

const TaxReportResponse = z
  .object({
    data: z.array(
      z.object({
        region: z.enum(REGION_CODES),
        state: z
          .string()
          .nullable()
          .describe(
            'In the United States, Canada, and India: its code or name, or what the shopper typed if it is unknown',
          ),
        tax_percent: z.number(),
        currency: z.enum(CURRENCIES),
        net_sales: z.number().describe('With shipping, after discounts'),
        sales_tax: z.number(),
        net_refunds: z.number(),
        refunded_tax: z.number(),
        tax_due: z.number(),
        tax_due_usd: z.number().describe('At the exchange rates of the orders'),
      }),
    ),
    other_entries_usd: z
      .number()
      .describe('Entries in tax payable without an order, such as payments to a tax office'),
  })
  .openapi('TaxReport')

const tax = defineRoute('Admin', 'get', '/admin/accounting/tax', {
  access: 'accounting.view',
  summary: 'Read the tax of booked sales and refunds by country, state, and rate',
  request: {
    query: z.object({
      from: StoreDate.optional().describe('The first day, in the store’s time zone'),
      to: StoreDate.optional().describe('The last day, in the store’s time zone'),
    }),
  },
  responses: { 200: jsonResponse(TaxReportResponse, 'The report'), ...errorResponses(400) },
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
  .openapi(tax, async (c) => {
    const { lines, otherBaseTax } = await readTaxReport(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: lines.map(toTaxResponse), other_entries_usd: toDecimal(otherBaseTax) }, 200)
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

function toTaxResponse({ region, state, taxPercent, currency, ...line }: TaxLine) {
  return {
    region,
    state,
    tax_percent: taxPercent,
    currency,
    net_sales: toDecimal(line.sales),
    sales_tax: toDecimal(line.salesTax),
    net_refunds: toDecimal(line.refunds),
    refunded_tax: toDecimal(line.refundedTax),
    tax_due: toDecimal(line.salesTax - line.refundedTax),
    tax_due_usd: toDecimal(line.baseTax),
  }
}
