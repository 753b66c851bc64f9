import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { execute, sql } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { invalidInput } from '../errors.ts'
import { newId } from '../ids.ts'
import { CURRENCIES } from '../money.ts'
import { type ListPage, type ListQuery, listRows, sortBy, textContains } from '../pagination.ts'
import { isAccount } from './accounts.ts'
import { type Account, ENTRY_KINDS, type EntryLine, manualLines, transferLines } from './entries.ts'

const AccountingEntry = z.strictObject({
  id: z.string(),
  description: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  kind: z.enum(ENTRY_KINDS),
  orderNumber: z.string().nullable(),
  at: z.date(),
})
export type AccountingEntry = z.infer<typeof AccountingEntry>

const byDate = sortBy('at', sql`a.entry_date`, 'timestamptz', sql`a.id`)

/** A search for an order number finds that order's entries; any other search matches descriptions of manual entries. */
export async function listEntries(ctx: Context, listQuery: ListQuery): Promise<ListPage<AccountingEntry>> {
  requirePermission(ctx.actor, 'accounting.view')
  const kind = ENTRY_KINDS.find((known) => known === listQuery.filter)
  const isOfKind = kind ? sql`a.kind = ${kind}` : sql`true`
  return listRows(ctx.db, AccountingEntry, listQuery, {
    select: sql`select a.id, a.description, a.amount, a.currency, a.kind, o.number as "orderNumber", a.entry_date as at
      from accounting a left join orders o on o.id = a.order_id`,
    sorts: { newest: { ...byDate, descending: true }, oldest: byDate },
    condition: sql`${isOfKind} and ${searchCondition(listQuery.search)}`,
  })
}

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
  requirePermission(ctx.actor, 'accounting.edit')
  if (account === 'bank') throw invalidInput('account', SAME_ACCOUNT)
  if (!cents) throw invalidInput('amount', 'Enter an amount other than 0.')
  return postManualEntry(ctx, { description, cents, account }, manualLines(cents, account))
}

export type Transfer = { description: string; cents: number; from: string; to: string }

/** Books a manual entry between two accounts, dated now, in US cents. */
export async function addTransfer(ctx: Context, transfer: Transfer): Promise<AccountingEntry> {
  requirePermission(ctx.actor, 'accounting.edit')
  const { description, cents, from, to } = transfer
  if (cents <= 0)
    throw invalidInput(
      'amount',
      'Enter an amount greater than 0. To book it the other way, swap the accounts.',
    )
  if (!isAccount(from)) throw invalidInput('from', ACCOUNT_REQUIRED)
  if (!isAccount(to)) throw invalidInput('to', ACCOUNT_REQUIRED)
  if (from === to) throw invalidInput('to', SAME_ACCOUNT)
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
  const { id: createdBy } = requirePermission(ctx.actor, 'accounting.edit')
  const text = description.trim()
  if (!text) throw invalidInput('description', 'Enter a description.')
  if (text.length > 500 || text.includes('\0'))
    throw invalidInput('description', 'Use at most 500 characters.')
  const id = newId('entry')
  return staffTransaction(ctx, 'accounting.edit', async (tx) => {
    await execute(tx)`
      insert into accounting (id, description, amount, created_by, entry_date)
      values (${id}, ${text}, ${cents}, ${createdBy}, ${ctx.now})`
    await execute(tx)`
      insert into accounting_lines (entry_id, account, amount, base_amount)
      select ${id}, account, amount, "baseAmount"
      from json_to_recordset(${sql.json(lines)}) as l (account text, amount bigint, "baseAmount" bigint)`
    const after = { description: text, cents, ...accounts }
    await writeAudit(ctx, { action: 'entry-added', subject: id, after }, tx)
    const entry = { id, description: text, amount: cents, currency: 'usd', kind: 'manual' } as const
    return { ...entry, orderNumber: null, at: ctx.now }
  })
}

const ACCOUNT_REQUIRED = 'Choose an account.'
const SAME_ACCOUNT = 'Choose two different accounts.'
