import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { type JournalEntry, readJournal } from '#core/accounting/journal.server.ts'
import {
  isMonth,
  ledgerByMonth,
  type ProfitLine,
  profitAndLoss,
  trialBalance,
} from '#core/accounting/ledger.server.ts'
import type { Context } from '#core/context.ts'
import { formatFigure } from '#core/money.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { Button } from '#web/ui/button.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { Timestamp } from '../ui/timestamp.tsx'
import type { Route } from './+types/accounting-report'
import { ACCOUNT_NAMES, TrialBalance } from './trial-balance.tsx'

export const meta = adminMeta('Accounting report')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const requestedMonth = url.searchParams.get('month') ?? ''
  const month = isMonth(requestedMonth) ? requestedMonth : ctx.now.toISOString().slice(0, 7)
  return { generatedAt: ctx.now, ...(await readReport(ctx, params.report, month)) }
}

async function readReport(ctx: Context, report: string, month: string) {
  if (report === 'journal')
    return {
      ...(await refusalToResponse(readJournal(ctx, month))),
      report,
      title: `Journal for ${month}`,
      month,
    } as const
  const months = (await ledgerByMonth(ctx)).filter((ledgerMonth) => ledgerMonth.month <= month)
  if (report === 'trial-balance')
    return { report, title: `Trial balance at the end of ${month}`, balance: trialBalance(months) } as const
  const year = month.slice(0, 4)
  const lines = profitAndLoss(months.filter((ledgerMonth) => ledgerMonth.month.startsWith(year))).reverse()
  if (report === 'profit-and-loss')
    return { report, title: `Profit and loss for ${year}`, year, lines } as const
  throw data('This report doesn’t exist.', 404)
}

export default function AccountingReport({ loaderData }: Route.ComponentProps) {
  const { title, generatedAt } = loaderData
  return (
    <article className="mx-auto max-w-3xl">
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-ink border-b pb-4">
        <p className="font-display text-name">Eternal Beauty</p>
        <h1>{title}</h1>
      </header>
      <div className="mt-4 mb-8 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <AdjacentReports {...loaderData} />
        <Button size="row" look="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {loaderData.report === 'journal' && <Journal {...loaderData} />}
      {loaderData.report === 'trial-balance' && <TrialBalance {...loaderData.balance} />}
      {loaderData.report === 'profit-and-loss' && <ProfitAndLoss lines={loaderData.lines} />}
      <footer className="mt-8 text-ink-soft">
        In US dollars, at the exchange rate of each order. Generated <Timestamp at={generatedAt} showTime />.
      </footer>
    </article>
  )
}

type ReportData = Route.ComponentProps['loaderData']

/** Links to the previous and next period of the same report; future periods have none. */
function AdjacentReports({ report, generatedAt, ...reportData }: ReportData) {
  const adminPath = useAdminPath()
  const currentMonth =
    'month' in reportData ? reportData.month : 'year' in reportData ? `${reportData.year}-12` : undefined
  const stepMonths = report === 'journal' ? 1 : 12
  const adjacentMonths = currentMonth
    ? [addMonths(currentMonth, -stepMonths), addMonths(currentMonth, stepMonths)]
    : []
  const periodLength = report === 'journal' ? 7 : 4
  const pastMonths = adjacentMonths.filter(
    (month) => month.slice(0, periodLength) <= generatedAt.toISOString().slice(0, periodLength),
  )
  return (
    <nav aria-label="Other periods" className="flex flex-wrap gap-5">
      <Link to={adminPath('accounting/ledger')} className="link-line inline-flex min-h-9 items-center">
        Ledger
      </Link>
      {pastMonths.map((month) => (
        <Link
          key={month}
          to={adminPath(`accounting/${report}?month=${month}`)}
          className="link-line tabular inline-flex min-h-9 items-center"
        >
          {month.slice(0, periodLength)}
        </Link>
      ))}
    </nav>
  )
}

function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 7)
}

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

function ProfitAndLoss({ lines }: { lines: ProfitLine[] }) {
  const sum = (column: 'sales' | 'refunds' | 'other' | 'profit') =>
    lines.reduce((total, line) => total + line[column], 0)
  return (
    <table className="tabular w-full" aria-label="Profit and loss">
      <TableHead titles={['Month', 'Sales', 'Refunds', 'Other', 'Profit']} />
      <tbody>
        {lines.map(({ month, sales, refunds, other, profit }) => (
          <tr key={month} className="border-hairline border-b">
            <th scope="row" className="h-9 text-left font-normal">
              {month}
            </th>
            {[sales, refunds, other, profit].map((amount, index) => (
              <AmountCell key={PROFIT_COLUMNS[index]}>{usd(amount)}</AmountCell>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-ink border-t">
          <th scope="row" className="h-10 text-left">
            Year
          </th>
          {PROFIT_COLUMNS.map((column) => (
            <AmountCell key={column}>{usd(sum(column))}</AmountCell>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

const PROFIT_COLUMNS = ['sales', 'refunds', 'other', 'profit'] as const

function Journal({ entries, more }: { entries: JournalEntry[]; more: boolean }) {
  if (!entries.length) return <p className="text-ink-soft">No entries this month.</p>
  return (
    <>
      <table className="tabular w-full" aria-label="Journal">
        <TableHead titles={['Account', 'Debit', 'Credit']} />
        {entries.map(({ id, at, description, orderNumber, lines }) => (
          <tbody key={id} className="break-inside-avoid border-hairline border-b">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-normal">
                <Timestamp at={at} /> · {description}
                {orderNumber && !description.includes(orderNumber) && ` · Order #${orderNumber}`}
              </th>
            </tr>
            {lines.map(({ account, amount }) => (
              <tr key={account} className="text-ink-soft">
                <td className={amount < 0 ? 'pl-8' : 'pl-3'}>{ACCOUNT_NAMES[account]}</td>
                <AmountCell>{amount > 0 ? usd(amount) : ''}</AmountCell>
                <AmountCell>{amount < 0 ? usd(-amount) : ''}</AmountCell>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {more && (
        <p className="mt-4 text-ink-soft">
          Showing the first {entries.length.toLocaleString('en-US')} entries of the month. To see all of them,
          export Accounting as CSV.
        </p>
      )}
    </>
  )
}

function TableHead({ titles }: { titles: string[] }) {
  return (
    <thead>
      <tr className="border-ink border-b text-ink-soft">
        {titles.map((title, index) => (
          <th key={title} scope="col" className={`h-9 font-normal ${index ? 'text-right' : 'text-left'}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function AmountCell({ children }: { children: ReactNode }) {
  return <td className="py-1 pl-3 text-right max-sm:pl-1 max-sm:text-label">{children}</td>
}
