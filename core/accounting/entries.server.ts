import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Currency } from '../money.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import { manualLines } from './entries.ts'

export type AccountingEntry = {
  id: string
  description: string
  amount: number
  currency: Currency
  kind: 'manual' | 'sale' | 'refund'
  orderNumber: string | null
  at: Date
}

const byDate: SortOrder<AccountingEntry> = {
  column: sql`a.entry_date`,
  id: sql`a.id`,
  type: 'timestamptz',
  toCursor: ({ at, id }) => ({ value: at.toISOString(), id }),
}
const KINDS = ['manual', 'sale', 'refund']

/** A search for an order number finds that order's entries; any other search matches descriptions of manual entries. */
export async function listEntries(ctx: Context, query: ListQuery): Promise<ListPage<AccountingEntry>> {
  requireRole(canAccessAdmin, ctx.actor)
  const order = { ...byDate, descending: query.sort !== 'oldest' }
  const kind = KINDS.includes(query.filter ?? '') ? sql`a.kind = ${query.filter}` : sql`true`
  return listPage(order, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<EntryRow>(sql`
      select a.id, a.description, a.amount, a.currency, a.kind, a.entry_date, o.number
      from accounting a left join orders o on o.id = a.order_id
      where ${cursorCondition} and ${kind} and ${searchCondition(query.search)} order by ${orderBy} limit ${limit}`)
    return rows.map(({ entry_date, number, ...row }) => ({
      ...row,
      orderNumber: number,
      at: new Date(entry_date),
    }))
  })
}

type EntryRow = Omit<AccountingEntry, 'at' | 'orderNumber'> & { entry_date: string; number: string | null }

function searchCondition(search: string | undefined) {
  if (!search) return sql`true`
  const number = search.trim().toUpperCase()
  if (/^EB\d+$/.test(number)) return sql`a.order_id = (select id from orders where number = ${number})`
  return sql`a.kind = 'manual' and ${textContains(sql`lower(a.description)`, search)}`
}

/** Books a manual entry, dated now, in US cents: positive into the bank account, negative out of it. */
export async function addEntry(
  ctx: Context,
  { description, cents }: { description: string; cents: number },
): Promise<AccountingEntry> {
  const { id: createdBy } = requireRole(canAccessAdmin, ctx.actor)
  const text = description.trim()
  if (!text) throw new Refusal('invalid_input', DESCRIPTION_REQUIRED, { description: DESCRIPTION_REQUIRED })
  if (text.length > 500 || text.includes('\0'))
    throw new Refusal('invalid_input', DESCRIPTION_TOO_LONG, { description: DESCRIPTION_TOO_LONG })
  if (!cents) throw new Refusal('invalid_input', AMOUNT_REQUIRED, { amount: AMOUNT_REQUIRED })
  const id = newId('entry')
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ entry_date: string }>(sql`
      insert into accounting (id, description, amount, created_by) values (${id}, ${text}, ${cents}, ${createdBy})
      returning entry_date`)
    for (const { account, amount, baseAmount } of manualLines(cents)) {
      await tx.execute(sql`insert into accounting_lines (entry_id, account, amount, base_amount)
        values (${id}, ${account}, ${amount}, ${baseAmount})`)
    }
    await writeAudit(ctx, { action: 'entry-added', subject: id, after: { description: text, cents } }, tx)
    const at = new Date(rows[0]?.entry_date ?? ctx.now)
    return { id, description: text, amount: cents, currency: 'usd', kind: 'manual', orderNumber: null, at }
  })
}

const DESCRIPTION_REQUIRED = 'Enter a description.'
const AMOUNT_REQUIRED = 'Enter an amount other than 0.'
const DESCRIPTION_TOO_LONG = 'Use at most 500 characters.'
