import { z } from 'zod'
import { calendarDay, calendarMonth } from '#core/dates.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { DAY_MS } from '../time-units.ts'
import { accountsOfKind } from './accounts.ts'
import { ACCOUNTS, type Account } from './entries.ts'
import type { ProfitLine } from './profit-line.ts'

/** Net change of each account in a month, in US cents, debits positive. */
export type LedgerMonth = { month: string; closed: boolean; accounts: Record<Account, number> }

/** Up to this many entries, their days are added up in a second. */
const MAX_ENTRIES_ADDED_NOW = 100_000
const BEING_ADDED_UP = new Refusal(
  'unavailable',
  'The ledger is being added up for the first time in this time zone. Try again in a few minutes.',
)

export async function ledgerByMonth(
  ctx: Context,
  maxEntriesAddedNow = MAX_ENTRIES_ADDED_NOW,
): Promise<LedgerMonth[]> {
  requirePermission(ctx.actor, 'accounting.view')
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  if (await hasMoreEntries(ctx, timeZone, maxEntriesAddedNow)) {
    await enqueueJob(ctx.db, 'summarize-ledger', {}, { key: 'summarize-ledger' })
    throw BEING_ADDED_UP
  }
  const since = await summarizeDays(ctx, timeZone)
  const rows = await query(ctx.db, MonthlyAmount, { prepare: false })`
    with daily_amounts as (
      select day, account, base_amount from accounting_days where time_zone = ${timeZone}
      union all
      select (a.entry_date at time zone ${timeZone})::date, l.account, l.base_amount from accounting a join accounting_lines l on l.entry_id = a.id
      where a.entry_date >= ${since}::date::timestamp at time zone ${timeZone}
    ), months as (
      select date_trunc('month', day)::date as month, account, sum(base_amount)::bigint as amount from daily_amounts group by 1, 2
    )
    select to_char(m.month, 'YYYY-MM') as month, m.account, m.amount, c.month is not null as closed
    from months m left join accounting_closed_months c on c.month = m.month order by 1 desc`
  const months = new Map<string, LedgerMonth>()
  for (const { month, account, amount, closed } of rows) {
    const ledgerMonth = months.get(month) ?? { month, closed, accounts: emptyBalances() }
    ledgerMonth.accounts[account] = amount
    months.set(month, ledgerMonth)
  }
  return [...months.values()]
}

const MonthlyAmount = z.strictObject({
  month: z.string(),
  account: z.enum(ACCOUNTS),
  amount: z.int(),
  closed: z.boolean(),
})

/** The balances add up to zero, or the books are wrong. */
export function trialBalance(months: LedgerMonth[]): { accounts: Record<Account, number>; sum: number } {
  const accounts = emptyBalances()
  for (const month of months) for (const name of ACCOUNTS) accounts[name] += month.accounts[name]
  return { accounts, sum: Object.values(accounts).reduce((sum, amount) => sum + amount, 0) }
}

/** Expenses are negative. Sales include shipping and deduct discounts; fees include lost disputes. */
export function profitAndLoss(months: LedgerMonth[]): ProfitLine[] {
  return months.map(({ month, accounts }) => {
    const earned = (...names: Account[]) => 0 - names.reduce((sum, name) => sum + accounts[name], 0)
    const sales = earned('sales', 'discounts', 'shipping')
    const refunds = earned('refunds')
    const costOfGoods = earned('cost_of_goods')
    const fees = earned('processing_fees', 'disputes')
    const profit = earned(...PROFIT_ACCOUNTS)
    const other = profit - sales - refunds - costOfGoods - fees
    return { month, sales, refunds, costOfGoods, fees, other, profit }
  })
}

/** Assets equal liabilities plus equity; the profit of all months is part of equity. */
export function balanceSheet(months: LedgerMonth[]): {
  accounts: Record<Account, number>
  retainedProfit: number
} {
  const { accounts } = trialBalance(months)
  const retainedProfit = profitAndLoss(months).reduce((sum, { profit }) => sum + profit, 0)
  return { accounts, retainedProfit }
}

const PROFIT_ACCOUNTS = accountsOfKind('income', 'expense')

export const INVALID_MONTH = new Refusal('invalid_input', 'Choose a valid month.')

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

export async function closeMonth(ctx: Context, month: string): Promise<void> {
  const { id } = requirePermission(ctx.actor, 'accounting.edit')
  if (!isMonth(month)) throw INVALID_MONTH
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  if (month >= calendarMonth(ctx.now, timeZone))
    throw new Refusal('conflict', 'You can close a month after it ends.')
  await staffTransaction(ctx, 'accounting.edit', async (tx) => {
    await execute(tx)`
      insert into accounting_closed_months (month, closed_by) values (${`${month}-01`}, ${id}) on conflict do nothing`
    await writeAudit(ctx, { action: 'month-closed', subject: month }, tx)
  })
}

export async function reopenMonth(ctx: Context, month: string): Promise<void> {
  await staffTransaction(ctx, 'accounting.edit', async (tx) => {
    await execute(tx)`delete from accounting_closed_months where to_char(month, 'YYYY-MM') = ${month}`
    await writeAudit(ctx, { action: 'month-reopened', subject: month }, tx)
  })
}

type LedgerContext = Pick<Context, 'db' | 'now' | 'log'>

/** A job runs it every hour, so that the page adds up little. */
export async function summarizeLedger(ctx: LedgerContext): Promise<void> {
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  await summarizeDays(ctx, timeZone)
}

/** Whether more entries than this are in days that are over and not added up yet. */
async function hasMoreEntries({ db, now }: LedgerContext, timeZone: string, limit: number): Promise<boolean> {
  const start = await firstOpenDay(db, timeZone)
  const yesterday = calendarDay(new Date(now.getTime() - DAY_MS), timeZone)
  const [entries = 0] = await queryColumn(db, z.int(), { prepare: false })`
    select count(*)::int as entries from (
      select from accounting where entry_date >= ${start}::date::timestamp at time zone ${timeZone}
        and entry_date < ${yesterday}::date::timestamp at time zone ${timeZone} limit ${limit + 1}
    ) open`
  return entries > limit
}

const DAYS_PER_STATEMENT = 7

/** Days before yesterday no longer change, so their totals are stored. Returns the first day without stored totals. */
async function summarizeDays({ db, now }: LedgerContext, timeZone: string): Promise<string> {
  const yesterday = calendarDay(new Date(now.getTime() - DAY_MS), timeZone)
  let start = await firstUnsummarizedDay(db, timeZone)
  while (start && start < yesterday) {
    const chunkEnd = addDays(start, DAYS_PER_STATEMENT)
    const end = chunkEnd < yesterday ? chunkEnd : yesterday
    // Literal days: with a bound from a subquery, the planner would scan every entry.
    await execute(db)`
      insert into accounting_days (time_zone, day, account, base_amount)
      select ${timeZone}, entries.day, account, sum(base_amount) from (
        select (a.entry_date at time zone ${timeZone})::date as day, l.account, l.base_amount
        from accounting a join accounting_lines l on l.entry_id = a.id
        where a.entry_date >= ${start}::date::timestamp at time zone ${timeZone}
          and a.entry_date < ${end}::date::timestamp at time zone ${timeZone}
      ) entries group by entries.day, account
      on conflict do nothing`
    start = end
  }
  return firstOpenDay(db, timeZone)
}

/** Null if there are no entries yet. */
async function firstUnsummarizedDay(db: Db, timeZone: string): Promise<string | null> {
  const openDay = await firstOpenDay(db, timeZone)
  if (openDay !== '-infinity') return openDay
  const [firstDay = null] = await queryColumn(db, z.string().nullable())`
    select (min(entry_date) at time zone ${timeZone})::date::text as day from accounting`
  return firstDay
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

async function firstOpenDay(db: Db, timeZone: string): Promise<string> {
  const [openDay] = await queryColumn(db, z.string())`
    select coalesce(max(day) + 1, '-infinity')::text as day from accounting_days where time_zone = ${timeZone}`
  return openDay ?? '-infinity'
}

function emptyBalances(): Record<Account, number> {
  return Object.fromEntries(ACCOUNTS.map((name) => [name, 0])) as Record<Account, number>
}
