import { addTransfer, type Transfer } from '#core/accounting/entries.server.ts'
import {
  closeMonth,
  ledgerByMonth,
  profitAndLoss,
  reopenMonth,
  trialBalance,
} from '#core/accounting/ledger.server.ts'
import { calendarMonth, formatMonth } from '#core/dates.ts'
import { formatFigure } from '#core/money.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { typedValues } from '#web/forms/form-result.ts'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { type AdminForm, adminAction } from '../admin-route.ts'
import { CellLink, HeaderLink } from '../ui/admin-link.tsx'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { ToggleRow } from '../ui/toggle-row.tsx'
import type { Route } from './+types/accounting-ledger'
import { AccountingLinks } from './accounting-links.tsx'
import { LedgerAmount } from './ledger-amount.tsx'
import { NewTransferForm } from './new-transfer-form.tsx'
import { readCents } from './read-cents.ts'
import { TrialBalance } from './trial-balance.tsx'

export const meta = adminMeta('Ledger')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, pattern })
  const [months, { timeZone }] = await Promise.all([
    refusalToResponse(ledgerByMonth(ctx)),
    readStoreSettings(ctx.db, ctx.log),
  ])
  const profit = profitAndLoss(months).map((line, index) => ({
    ...line,
    id: line.month,
    closed: months[index]?.closed ?? false,
  }))
  return { profit, balance: trialBalance(months), thisMonth: calendarMonth(ctx.now, timeZone) }
}

const LEDGER_FORMS: Record<string, AdminForm> = {
  '': async ({ ctx, form }) => {
    await addTransfer(ctx, readTransfer(form))
    return 'entry-added'
  },
  'months/:month/close': async ({ ctx, params: { month = '' } }) => {
    await closeMonth(ctx, month)
    return 'month-closed'
  },
  'months/:month/reopen': async ({ ctx, params: { month = '' } }) => {
    await reopenMonth(ctx, month)
    return 'month-reopened'
  },
}

export const action = adminAction(LEDGER_FORMS, ({ params }) =>
  params.month ? 'Couldn’t update the month' : 'Entry not added',
)

function readTransfer(form: FormData): Transfer {
  const { description = '', amount = '', from = '', to = '' } = typedValues(form)
  return { description, cents: readCents(amount), from, to }
}

type ProfitRow = Awaited<ReturnType<typeof loader>>['profit'][number]

const REPORTS = [
  ['tax', 'Print tax'],
  ['profit-and-loss', 'Print profit and loss'],
  ['trial-balance', 'Print trial balance'],
  ['balance-sheet', 'Print balance sheet'],
] as const

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })
export default function Ledger({ loaderData }: Route.ComponentProps) {
  const { profit, balance, thisMonth } = loaderData
  const columns: Column<ProfitRow>[] = [
    {
      title: 'Month',
      placement: 'lead',
      cell: ({ month }) => <CellLink to={`accounting/journal?month=${month}`}>{formatMonth(month)}</CellLink>,
    },
    {
      title: 'Sales',
      align: 'end',
      placement: 'desktop',
      cell: ({ sales }) => <LedgerAmount amount={sales} />,
    },
    {
      title: 'Refunds',
      align: 'end',
      placement: 'desktop',
      cell: ({ refunds }) => <LedgerAmount amount={refunds} />,
    },
    {
      title: 'Cost of goods',
      align: 'end',
      placement: 'desktop',
      cell: ({ costOfGoods }) => <LedgerAmount amount={costOfGoods} />,
    },
    { title: 'Fees', align: 'end', placement: 'desktop', cell: ({ fees }) => <LedgerAmount amount={fees} /> },
    {
      title: 'Other',
      align: 'end',
      placement: 'desktop',
      cell: ({ other }) => <LedgerAmount amount={other} />,
    },
    { title: 'Profit', align: 'end', placement: 'side', cell: ({ profit }) => usd(profit) },
    { title: 'Status', align: 'end', cell: (line) => <MonthState line={line} thisMonth={thisMonth} /> },
  ]
  return (
    <>
      <ScreenHeader title="Ledger" lead="In US dollars, at the exchange rate of each order.">
        {REPORTS.map(([report, title]) => (
          <HeaderLink key={report} to={`accounting/${report}`}>
            {title}
          </HeaderLink>
        ))}
      </ScreenHeader>
      <AccountingLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 min-[90rem]:grid-cols-[1fr_22rem]">
        <Section title="Profit and loss">
          <BarChart
            label="Profit by month"
            unit={usd}
            bars={profit
              .slice(0, 24)
              .reverse()
              .map(({ month, profit }) => ({
                name: formatMonth(month),
                value: profit,
                summary: usd(profit),
              }))}
          />
          <div className="mt-6">
            <DataTable label="Months" columns={columns} rows={profit} empty="No entries yet." />
          </div>
        </Section>
        <div className="space-y-10">
          <Section title="Trial balance">
            <TrialBalance {...balance} />
          </Section>
          <Section title="New ledger entry">
            <NewTransferForm key={JSON.stringify(balance.accounts)} />
          </Section>
        </div>
      </div>
    </>
  )
}

function MonthState({ line: { month, closed }, thisMonth }: { line: ProfitRow; thisMonth: string }) {
  const adminPath = useAdminPath()
  if (month >= thisMonth) return <StatusDot tone="attention">Open</StatusDot>
  return (
    <ToggleRow
      tone={closed ? 'success' : 'neutral'}
      state={closed ? 'Closed' : 'Open'}
      action={adminPath(`accounting/ledger/months/${month}/${closed ? 'reopen' : 'close'}`)}
      buttonLabel={closed ? 'Reopen' : 'Close'}
      screenReaderText={formatMonth(month)}
    />
  )
}
