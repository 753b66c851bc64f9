import { sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import type { Account } from './entries.ts'
import { INVALID_MONTH, isMonth } from './ledger.server.ts'

export type JournalEntry = {
  id: string
  at: Date
  description: string
  orderNumber: string | null
  /** In US cents, debits first and positive. */
  lines: { account: Account; amount: number }[]
}

/** Enough for a printed journal; the export has every entry. */
const MAX_ENTRIES = 2000

export async function readJournal(
  ctx: Context,
  month: string,
): Promise<{ entries: JournalEntry[]; more: boolean }> {
  requireRole(canAccessAdmin, ctx.actor)
  if (!isMonth(month)) throw INVALID_MONTH
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const first = sql`${`${month}-01`}::date`
  const { rows } = await ctx.db.execute<Omit<JournalEntry, 'at'> & { at: string }>(sql`
    select a.id, a.entry_date as at, a.description, o.number as "orderNumber",
      (select json_agg(json_build_object('account', l.account, 'amount', l.base_amount) order by l.base_amount desc, l.account)
        from accounting_lines l where l.entry_id = a.id) as lines
    from accounting a left join orders o on o.id = a.order_id
    where a.entry_date >= ${first}::timestamp at time zone ${timeZone}
      and a.entry_date < (${first} + interval '1 month')::timestamp at time zone ${timeZone}
    order by a.entry_date, a.id limit ${MAX_ENTRIES + 1}`)
  const entries = rows
    .slice(0, MAX_ENTRIES)
    .map((row) => ({ ...row, at: new Date(row.at), lines: row.lines ?? [] }))
  return { entries, more: rows.length > MAX_ENTRIES }
}
