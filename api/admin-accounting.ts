import { createRoute, z } from '@hono/zod-openapi'
import { type AccountingEntry, addEntry, listEntries } from '#core/accounting/accounting.server.ts'
import { parseAmount } from '#core/amount.ts'
import { Refusal } from '#core/errors.ts'
import { CURRENCIES, toDecimal } from '#core/money.ts'
import { body, json, refusing } from './answers.ts'
import { newDoor } from './door.ts'
import { pageOf, pageQuery } from './pages.ts'

const EntryAnswer = z
  .object({
    id: z.string(),
    description: z.string(),
    amount: z.number().describe('In the entry’s own currency'),
    currency: z.enum(CURRENCIES),
    kind: z.enum(['manual', 'sale', 'refund']),
    order_number: z.string().nullable(),
    entry_date: z.iso.datetime(),
  })
  .openapi('AccountingEntry')

const about = { tags: ['Administration'], path: '/admin/accounting' }

const list = createRoute({
  ...about,
  method: 'get',
  summary: 'What was booked, the newest first',
  request: { query: pageQuery },
  responses: { 200: json(pageOf(EntryAnswer), 'A page of entries'), ...refusing(400, 401, 403) },
})

const add = createRoute({
  ...about,
  method: 'post',
  summary: 'Book money in or, with a minus, out: today, in US dollars',
  request: body(z.object({ description: z.string(), amount: z.union([z.number(), z.string()]) })),
  responses: { 201: json(EntryAnswer, 'The entry'), ...refusing(400, 401, 403) },
})

export const adminAccounting = newDoor()
  .openapi(list, async (c) => {
    const { rows, next } = await listEntries(c.get('ctx'), c.req.valid('query'))
    return c.json({ data: rows.map(toAnswer), next_cursor: next }, 200)
  })
  .openapi(add, async (c) => {
    const { description, amount } = c.req.valid('json')
    const read = parseAmount(String(amount))
    if ('wrong' in read) throw new Refusal('invalid_input', read.wrong, { amount: read.wrong })
    return c.json(toAnswer(await addEntry(c.get('ctx'), { description, cents: read.cents })), 201)
  })

function toAnswer({ amount, orderNumber, at, ...entry }: AccountingEntry): z.infer<typeof EntryAnswer> {
  return { ...entry, amount: toDecimal(amount), order_number: orderNumber, entry_date: at.toISOString() }
}
