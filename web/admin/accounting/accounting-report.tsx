import { data } from 'react-router'
import { readJournal } from '#core/accounting/journal.server.ts'
import {
  balanceSheet,
  isMonth,
  ledgerByMonth,
  profitAndLoss,
  trialBalance,
} from '#core/accounting/ledger.server.ts'
import { readTaxReport } from '#core/accounting/tax-report.server.ts'
import type { Context } from '#core/context.ts'
import { calendarMonth, daysOfMonth, formatMonth } from '#core/dates.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Button } from '#web/ui/button.tsx'
import { adminMeta, requireAdmin } from '../admin-context.ts'
import { HeaderLink } from '../ui/admin-link.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/accounting-report'
import { BalanceSheet } from './balance-sheet.tsx'
import { Journal } from './journal.tsx'
import { ProfitAndLoss } from './profit-and-loss.tsx'
import { TaxReport } from './tax-report.tsx'
import { TrialBalance } from './trial-balance.tsx'

export const meta = adminMeta('Accounting report')

export async function loader({ context, url, pattern, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const requestedMonth = url.searchParams.get('month') ?? ''
  const { timeZone, store } = await readStoreSettings(ctx.db, ctx.log)
  const thisMonth = calendarMonth(ctx.now, timeZone)
  const month = isMonth(requestedMonth) ? requestedMonth : thisMonth
  return {
    generatedAt: ctx.now,
    thisMonth,
    storeName: store.name,
    ...(await readReport(ctx, params.report, month)),
  }
}

async function readReport(ctx: Context, report: string, month: string) {
  if (report === 'journal')
    return {
      ...(await refusalToResponse(readJournal(ctx, month))),
      report,
      title: `Journal for ${formatMonth(month, 'longMonth')}`,
      month,
    } as const
  if (report === 'tax')
    return {
      report,
      title: `Tax for ${formatMonth(month, 'longMonth')}`,
      month,
      tax: await refusalToResponse(readTaxReport(ctx, daysOfMonth(month))),
    } as const
  const months = (await refusalToResponse(ledgerByMonth(ctx))).filter(
    (ledgerMonth) => ledgerMonth.month <= month,
  )
  if (report === 'trial-balance')
    return {
      report,
      title: `Trial balance at the end of ${formatMonth(month, 'longMonth')}`,
      balance: trialBalance(months),
    } as const
  if (report === 'balance-sheet')
    return {
      report,
      title: `Balance sheet at the end of ${formatMonth(month, 'longMonth')}`,
      sheet: balanceSheet(months),
    } as const
  const year = month.slice(0, 4)
  const lines = profitAndLoss(months.filter((ledgerMonth) => ledgerMonth.month.startsWith(year))).reverse()
  if (report === 'profit-and-loss')
    return { report, title: `Profit and loss for ${year}`, year, lines } as const
  throw data('This report doesn’t exist.', 404)
}

export default function AccountingReport({ loaderData }: Route.ComponentProps) {
  const { report, title, generatedAt, storeName } = loaderData
  return (
    <article className="max-w-3xl">
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-ink border-b pb-4">
        <p className="font-display text-name">{storeName}</p>
        <h1>{title}</h1>
      </header>
      <div className="mt-4 mb-8 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <AdjacentReports {...loaderData} />
        {(loaderData.report === 'journal' || loaderData.report === 'tax') && (
          <ExportMonth month={loaderData.month} />
        )}
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {loaderData.report === 'journal' && <Journal {...loaderData} />}
      {loaderData.report === 'tax' && <TaxReport {...loaderData.tax} />}
      {loaderData.report === 'trial-balance' && <TrialBalance {...loaderData.balance} />}
      {loaderData.report === 'balance-sheet' && <BalanceSheet {...loaderData.sheet} />}
      {loaderData.report === 'profit-and-loss' && <ProfitAndLoss lines={loaderData.lines} />}
      <footer className="mt-8 text-ink-soft">
        {report === 'tax' ? 'By the day of booking. US dollars are' : 'In US dollars,'} at the exchange rate
        of each order. Generated <Timestamp at={generatedAt} showTime />.
      </footer>
    </article>
  )
}

function ExportMonth({ month }: { month: string }) {
  return (
    <HeaderLink to={`accounting/exports?${new URLSearchParams(daysOfMonth(month))}`}>Export CSV</HeaderLink>
  )
}

type ReportData = Route.ComponentProps['loaderData']

/** Links to the previous and next period of the same report; future periods have none. */
function AdjacentReports({ report, thisMonth, ...reportData }: ReportData) {
  const currentMonth =
    'month' in reportData ? reportData.month : 'year' in reportData ? `${reportData.year}-12` : undefined
  const isMonthly = report === 'journal' || report === 'tax'
  const stepMonths = isMonthly ? 1 : 12
  const adjacentMonths = currentMonth
    ? [addMonths(currentMonth, -stepMonths), addMonths(currentMonth, stepMonths)]
    : []
  const periodLength = isMonthly ? 7 : 4
  const pastMonths = adjacentMonths.filter(
    (month) => month.slice(0, periodLength) <= thisMonth.slice(0, periodLength),
  )
  return (
    <nav aria-label="Other periods" className="flex flex-wrap gap-5">
      <HeaderLink to="accounting/ledger">Ledger</HeaderLink>
      {pastMonths.map((month) => (
        <HeaderLink key={month} to={`accounting/${report}?month=${month}`} className="tabular">
          {isMonthly ? formatMonth(month) : month.slice(0, 4)}
        </HeaderLink>
      ))}
    </nav>
  )
}

function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}
