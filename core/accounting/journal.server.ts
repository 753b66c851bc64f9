import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { CURRENCIES } from '../money.ts'
import { isInPeriod } from '../orders/admin/placed-orders.server.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '../pagination.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { ACCOUNTS, ENTRY_KINDS } from './entries.ts'
import { INVALID_MONTH, isMonth } from './ledger.server.ts'

const JournalEntry = z.strictObject({
  id: z.string(),
  at: z.date(),
  description: z.string(),
  orderNumber: z.string().nullable(),
  /** In US cents, debits first and positive. */
  lines: z.array(z.strictObject({ account: z.enum(ACCOUNTS), amount: z.int() })),
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** Enough for a printed journal; the export has every entry. */
const MAX_ENTRIES = 2000

export async function readJournal(
  ctx: Context,
  month: string,
): Promise<{ entries: JournalEntry[]; more: boolean }> {
  requirePermission(ctx.actor, 'accounting.view')
  if (!isMonth(month)) throw INVALID_MONTH
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const first = sql`${`${month}-01`}::date`
  const entries = await query(ctx.db, JournalEntry, { prepare: false })`
    select a.id, a.entry_date as at, a.description, o.number as "orderNumber",
      (select coalesce(json_agg(json_build_object('account', l.account, 'amount', l.base_amount)
          order by l.base_amount desc, l.account), '[]')
        from accounting_lines l where l.entry_id = a.id) as lines
    from accounting a left join orders o on o.id = a.order_id
    where a.entry_date >= ${first}::timestamp at time zone ${timeZone}
      and a.entry_date < (${first} + interval '1 month')::timestamp at time zone ${timeZone}
    order by a.entry_date, a.id limit ${MAX_ENTRIES + 1}`
  return { entries: entries.slice(0, MAX_ENTRIES), more: entries.length > MAX_ENTRIES }
}

const ExportedEntry = JournalEntry.extend({
  kind: z.enum(ENTRY_KINDS),
  currency: z.enum(CURRENCIES),
  /** Debits are positive. `amount` is in the entry's currency, `baseAmount` in US cents. */
  lines: z.array(z.strictObject({ account: z.enum(ACCOUNTS), amount: z.int(), baseAmount: z.int() })),
})
export type ExportedEntry = z.infer<typeof ExportedEntry>

const byDate = sortBy('at', sql`a.entry_date`, 'timestamptz', sql`a.id`)

/** Every entry of a period with its lines, oldest first. */
export async function listJournal(ctx: Context, listQuery: ListQuery): Promise<ListPage<ExportedEntry>> {
  requirePermission(ctx.actor, 'accounting.view')
  return listRows(ctx.db, ExportedEntry, listQuery, {
    select: sql`select a.id, a.entry_date as at, a.description, o.number as "orderNumber", a.kind, a.currency,
        (select coalesce(json_agg(json_build_object('account', l.account, 'amount', l.amount,
            'baseAmount', l.base_amount) order by l.base_amount desc, l.account), '[]')
          from accounting_lines l where l.entry_id = a.id) as lines
      from accounting a left join orders o on o.id = a.order_id`,
    sorts: { oldest: byDate, newest: { ...byDate, descending: true } },
    condition: isInPeriod(ctx, listQuery, sql`a.entry_date`),
  })
}
