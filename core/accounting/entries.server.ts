import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Currency } from '../money.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '../pagination.ts'
import { isAccount } from './accounts.ts'
import { type Account, type EntryLine, manualLines, transferLines } from './entries.ts'

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
  { description, cents, account = 'other' }: { description: string; cents: number; account?: Account },
): Promise<AccountingEntry> {
  requireRole(canAccessAdmin, ctx.actor)
  if (account === 'bank') throw new Refusal('invalid_input', SAME_ACCOUNT, { account: SAME_ACCOUNT })
  if (!cents) throw new Refusal('invalid_input', AMOUNT_REQUIRED, { amount: AMOUNT_REQUIRED })
  return postManualEntry(ctx, { description, cents, account }, manualLines(cents, account))
}

export type Transfer = { description: string; cents: number; from: string; to: string }

/** Books a manual entry between two accounts, dated now, in US cents. */
export async function addTransfer(ctx: Context, transfer: Transfer): Promise<AccountingEntry> {
  requireRole(canAccessAdmin, ctx.actor)
  const { description, cents, from, to } = transfer
  if (cents <= 0)
    throw new Refusal('invalid_input', POSITIVE_AMOUNT_REQUIRED, { amount: POSITIVE_AMOUNT_REQUIRED })
  if (!isAccount(from)) throw new Refusal('invalid_input', ACCOUNT_REQUIRED, { from: ACCOUNT_REQUIRED })
  if (!isAccount(to)) throw new Refusal('invalid_input', ACCOUNT_REQUIRED, { to: ACCOUNT_REQUIRED })
  if (from === to) throw new Refusal('invalid_input', SAME_ACCOUNT, { to: SAME_ACCOUNT })
  // The list of entries shows what an entry does to the bank account.
  const amount = from === 'bank' ? -cents : cents
  return postManualEntry(ctx, { description, cents: amount, from, to }, transferLines(cents, { from, to }))
}

type ManualEntry = { description: string; cents: number; account?: Account; from?: Account; to?: Account }

async function postManualEntry(
  ctx: Context,
  { description, cents, ...accounts }: ManualEntry,
  lines: EntryLine[],
): Promise<AccountingEntry> {
  const { id: createdBy } = requireRole(canAccessAdmin, ctx.actor)
  const text = description.trim()
  if (!text) throw new Refusal('invalid_input', DESCRIPTION_REQUIRED, { description: DESCRIPTION_REQUIRED })
  if (text.length > 500 || text.includes('\0'))
    throw new Refusal('invalid_input', DESCRIPTION_TOO_LONG, { description: DESCRIPTION_TOO_LONG })
  const id = newId('entry')
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ entry_date: string }>(sql`
      insert into accounting (id, description, amount, created_by) values (${id}, ${text}, ${cents}, ${createdBy})
      returning entry_date`)
    for (const { account, amount, baseAmount } of lines) {
      await tx.execute(sql`insert into accounting_lines (entry_id, account, amount, base_amount)
        values (${id}, ${account}, ${amount}, ${baseAmount})`)
    }
    const after = { description: text, cents, ...accounts }
    await writeAudit(ctx, { action: 'entry-added', subject: id, after }, tx)
    const at = new Date(rows[0]?.entry_date ?? ctx.now)
    return { id, description: text, amount: cents, currency: 'usd', kind: 'manual', orderNumber: null, at }
  })
}

const DESCRIPTION_REQUIRED = 'Enter a description.'
const AMOUNT_REQUIRED = 'Enter an amount other than 0.'
const POSITIVE_AMOUNT_REQUIRED =
  'Enter an amount greater than 0. To book it the other way, swap the accounts.'
const ACCOUNT_REQUIRED = 'Choose an account.'
const SAME_ACCOUNT = 'Choose two different accounts.'
const DESCRIPTION_TOO_LONG = 'Use at most 500 characters.'
