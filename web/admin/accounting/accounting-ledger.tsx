import { Link } from 'react-router'
import { addTransfer, type Transfer } from '#core/accounting/entries.server.ts'
import {
  closeMonth,
  ledgerByMonth,
  profitAndLoss,
  reopenMonth,
  trialBalance,
} from '#core/accounting/ledger.server.ts'
import { parseAmount } from '#core/amount.ts'
import { calendarMonth } from '#core/calendar.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatFigure } from '#core/money.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { usePageResult } from '#web/forms/action-form.tsx'
import { typedValues } from '#web/forms/form-result.ts'
import { type FormHandler, handleForm } from '#web/forms/handle-form.ts'
import { useFormResult } from '#web/forms/use-form-result.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import { Section } from '../ui/section.tsx'
import { ToggleRow } from '../ui/toggle-row.tsx'
import type { Route } from './+types/accounting-ledger'
import { AccountingLinks } from './accounting-links.tsx'
import { NewTransferForm } from './new-transfer-form.tsx'
import { TrialBalance } from './trial-balance.tsx'

export const meta = adminMeta('Ledger')

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireAdmin({ context, url })
  const [months, { timeZone }] = await Promise.all([ledgerByMonth(ctx), readStoreSettings(ctx.db, ctx.log)])
  const profit = profitAndLoss(months).map((line, index) => ({
    ...line,
    closed: months[index]?.closed ?? false,
  }))
  return { profit, balance: trialBalance(months), thisMonth: calendarMonth(ctx.now, timeZone) }
}

export function action(args: Route.ActionArgs) {
  const ctx = requireAdmin(args)
  const errorTitle = args.params.month ? 'Couldn’t update the month' : 'Entry not added'
  return handleForm(args, { input: { ctx }, handlers: LEDGER_FORMS, errorTitle })
}

const LEDGER_FORMS: Record<string, FormHandler<{ ctx: Context }>> = {
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

function readTransfer(form: FormData): Transfer {
  const { description = '', amount = '', from = '', to = '' } = typedValues(form)
  const parsedAmount = parseAmount(amount)
  if ('error' in parsedAmount)
    throw new Refusal('invalid_input', parsedAmount.error, { amount: parsedAmount.error })
  return { description, cents: parsedAmount.cents, from, to }
}

type ProfitRow = Awaited<ReturnType<typeof loader>>['profit'][number]

const REPORTS = [
  ['profit-and-loss', 'Print profit and loss'],
  ['trial-balance', 'Print trial balance'],
  ['balance-sheet', 'Print balance sheet'],
] as const

const usd = (amount: number) => formatFigure({ amount, currency: 'usd' })
export default function Ledger({ loaderData, actionData }: Route.ComponentProps) {
  const { profit, balance, thisMonth } = loaderData
  const result = usePageResult(actionData)
  const resultNotice = useFormResult(result)
  const adminPath = useAdminPath()
  const columns: Column<ProfitRow>[] = [
    {
      title: 'Month',
      placement: 'lead',
      cell: ({ month }) => (
        <Link
          to={adminPath(`accounting/journal?month=${month}`)}
          className="link-line inline-flex min-h-6 items-center"
        >
          {month}
        </Link>
      ),
    },
    { title: 'Sales', align: 'end', placement: 'desktop', cell: ({ sales }) => usd(sales) },
    { title: 'Refunds', align: 'end', placement: 'desktop', cell: ({ refunds }) => usd(refunds) },
    {
      title: 'Cost of goods',
      align: 'end',
      placement: 'desktop',
      cell: ({ costOfGoods }) => usd(costOfGoods),
    },
    { title: 'Fees', align: 'end', placement: 'desktop', cell: ({ fees }) => usd(fees) },
    { title: 'Other', align: 'end', placement: 'desktop', cell: ({ other }) => usd(other) },
    { title: 'Profit', align: 'end', placement: 'side', cell: ({ profit }) => usd(profit) },
    { title: 'Status', align: 'end', cell: (line) => <MonthState line={line} thisMonth={thisMonth} /> },
  ]
  return (
    <>
      <ScreenHeader title="Ledger" lead="In US dollars, at the exchange rate of each order.">
        {REPORTS.map(([report, title]) => (
          <Link
            key={report}
            to={adminPath(`accounting/${report}`)}
            className="link-line inline-flex min-h-9 items-center"
          >
            {title}
          </Link>
        ))}
      </ScreenHeader>
      <AccountingLinks />
      <InlineNotice notice={resultNotice} className="mb-4 max-w-prose" />
      <div className="grid gap-x-12 gap-y-10 min-[90rem]:grid-cols-[1fr_22rem]">
        <Section title="Profit and loss">
          <BarChart
            label="Profit by month"
            unit={usd}
            bars={profit
              .slice(0, 24)
              .reverse()
              .map(({ month, profit }) => ({ name: month, value: profit, summary: usd(profit) }))}
          />
          <div className="mt-6">
            <DataTable
              label="Months"
              columns={columns}
              rows={profit}
              rowId={({ month }) => month}
              empty="No entries yet."
            />
          </div>
        </Section>
        <div className="space-y-10">
          <Section title="Trial balance">
            <TrialBalance {...balance} />
          </Section>
          <Section title="New ledger entry">
            <NewTransferForm key={JSON.stringify(balance.accounts)} formState={result ?? {}} />
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
      screenReaderText={month}
    />
  )
}
