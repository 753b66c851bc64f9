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
import { refusalToResponse } from '../frame/refused.ts'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/accounting-paper.ts'
import { Moment } from './moment.tsx'
import { adminOf, titled, useOffice } from './office.ts'
import { ACCOUNT_NAMES, TrialBalance } from './trial-balance.tsx'

export const meta = titled('The books on paper')

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const ctx = adminOf({ context, url })
  const asked = url.searchParams.get('month') ?? ''
  const month = isMonth(asked) ? asked : ctx.now.toISOString().slice(0, 7)
  return { madeAt: ctx.now, ...(await readPaper(ctx, params.paper, month)) }
}

async function readPaper(ctx: Context, paper: string, month: string) {
  if (paper === 'journal')
    return {
      ...(await refusalToResponse(readJournal(ctx, month))),
      paper,
      title: `Journal of ${month}`,
      month,
    } as const
  const months = (await ledgerByMonth(ctx)).filter((one) => one.month <= month)
  if (paper === 'trial-balance')
    return { paper, title: `Trial balance at the end of ${month}`, balance: trialBalance(months) } as const
  const year = month.slice(0, 4)
  const lines = profitAndLoss(months.filter((one) => one.month.startsWith(year))).reverse()
  if (paper === 'profit-and-loss') return { paper, title: `Profit and loss of ${year}`, year, lines } as const
  throw data('There is no such paper.', 404)
}

/** To be printed by the browser: the frame stays off the paper. */
export default function Paper({ loaderData }: Route.ComponentProps) {
  const { title, madeAt } = loaderData
  return (
    <article className="mx-auto max-w-3xl">
      <header className="flex flex-wrap items-baseline justify-between gap-4 border-ink border-b pb-4">
        <p className="font-display text-name">Eternal Beauty</p>
        <h1>{title}</h1>
      </header>
      <div className="mt-4 mb-8 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Neighbours {...loaderData} />
        <Button size="row" look="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {loaderData.paper === 'journal' && <Journal {...loaderData} />}
      {loaderData.paper === 'trial-balance' && <TrialBalance {...loaderData.balance} />}
      {loaderData.paper === 'profit-and-loss' && <ProfitAndLoss lines={loaderData.lines} />}
      <footer className="mt-8 text-ink-soft">
        In US dollars, at the rate that each order was charged with. Made <Moment at={madeAt} minutes />.
      </footer>
    </article>
  )
}

type Shown = Route.ComponentProps['loaderData']

/** The one before and the one after, of the same kind, unless it is still to come. */
function Neighbours({ paper, madeAt, ...shown }: Shown) {
  const office = useOffice()
  const at = 'month' in shown ? shown.month : 'year' in shown ? `${shown.year}-12` : undefined
  const step = paper === 'journal' ? 1 : 12
  const beside = at ? [monthsFrom(at, -step), monthsFrom(at, step)] : []
  const unit = paper === 'journal' ? 7 : 4
  const begun = beside.filter((month) => month.slice(0, unit) <= madeAt.toISOString().slice(0, unit))
  return (
    <nav aria-label="Other papers" className="flex flex-wrap gap-5">
      <Link to={office('accounting/ledger')} className="link-line inline-flex min-h-9 items-center">
        Ledger
      </Link>
      {begun.map((month) => (
        <Link
          key={month}
          to={office(`accounting/${paper}?month=${month}`)}
          className="link-line tabular inline-flex min-h-9 items-center"
        >
          {month.slice(0, unit)}
        </Link>
      ))}
    </nav>
  )
}

function monthsFrom(month: string, months: number): string {
  const moment = new Date(`${month}-01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() + months)
  return moment.toISOString().slice(0, 7)
}

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })

function ProfitAndLoss({ lines }: { lines: ProfitLine[] }) {
  const sum = (of: 'sales' | 'refunds' | 'other' | 'profit') => lines.reduce((all, line) => all + line[of], 0)
  return (
    <table className="tabular w-full" aria-label="Profit and loss">
      <Head titles={['Month', 'Sales', 'Refunds', 'Other', 'Profit']} />
      <tbody>
        {lines.map(({ month, sales, refunds, other, profit }) => (
          <tr key={month} className="border-hairline border-b">
            <th scope="row" className="h-9 text-left font-normal">
              {month}
            </th>
            {[sales, refunds, other, profit].map((amount, nth) => (
              <Amount key={TITLES[nth]}>{usd(amount)}</Amount>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-ink border-t">
          <th scope="row" className="h-10 text-left">
            Year
          </th>
          {TITLES.map((of) => (
            <Amount key={of}>{usd(sum(of))}</Amount>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

const TITLES = ['sales', 'refunds', 'other', 'profit'] as const

function Journal({ entries, more }: { entries: JournalEntry[]; more: boolean }) {
  if (!entries.length) return <p className="text-ink-soft">Nothing was booked in this month.</p>
  return (
    <>
      <table className="tabular w-full" aria-label="Journal">
        <Head titles={['Account', 'Debit', 'Credit']} />
        {entries.map(({ id, at, description, orderNumber, lines }) => (
          <tbody key={id} className="break-inside-avoid border-hairline border-b">
            <tr>
              <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-normal">
                <Moment at={at} /> · {description}
                {orderNumber && !description.includes(orderNumber) && ` · Order #${orderNumber}`}
              </th>
            </tr>
            {lines.map(({ account, amount }) => (
              <tr key={account} className="text-ink-soft">
                <td className={amount < 0 ? 'pl-8' : 'pl-3'}>{ACCOUNT_NAMES[account]}</td>
                <Amount>{amount > 0 ? usd(amount) : ''}</Amount>
                <Amount>{amount < 0 ? usd(-amount) : ''}</Amount>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {more && (
        <p className="mt-4 text-ink-soft">
          These are the month’s first {entries.length.toLocaleString('en-US')} entries; the export of
          Accounting has all.
        </p>
      )}
    </>
  )
}

function Head({ titles }: { titles: string[] }) {
  return (
    <thead>
      <tr className="border-ink border-b text-ink-soft">
        {titles.map((title, nth) => (
          <th key={title} scope="col" className={`h-9 font-normal ${nth ? 'text-right' : 'text-left'}`}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Amount({ children }: { children: ReactNode }) {
  return <td className="py-1 pl-3 text-right max-sm:pl-1 max-sm:text-label">{children}</td>
}
