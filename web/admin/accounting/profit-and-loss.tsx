import { PROFIT_COLUMNS, type ProfitLine } from '#core/accounting/profit-line.ts'
import { formatMonth } from '#core/dates.ts'
import { LedgerAmount } from './ledger-amount.tsx'
import { AmountCell, TableHead, usd } from './report-table.tsx'

type Column = (typeof PROFIT_COLUMNS)[number]

const TITLES: Record<Column, string> = {
  sales: 'Sales',
  refunds: 'Refunds',
  costOfGoods: 'Cost of goods',
  fees: 'Fees',
  other: 'Other',
  profit: 'Profit',
}

/** A table in print and where there is room for it, else a list. */
export function ProfitAndLoss({ lines }: { lines: ProfitLine[] }) {
  const year = PROFIT_COLUMNS.map((column) => lines.reduce((total, line) => total + line[column], 0))
  const rows = [
    ...lines.map((line) => ({
      title: formatMonth(line.month),
      amounts: PROFIT_COLUMNS.map((column) => line[column]),
    })),
    { title: 'Year', amounts: year },
  ]
  return (
    <>
      <table
        aria-label="Profit and loss"
        className="tabular w-full max-lg:hidden print:table [&_td]:whitespace-nowrap [&_td]:pl-5 [&_th+th]:pl-5 [&_th]:whitespace-nowrap"
      >
        <TableHead titles={['Month', ...PROFIT_COLUMNS.map((column) => TITLES[column])]} />
        <tbody>
          {rows.map(({ title, amounts }) => (
            <tr
              key={title}
              className="border-hairline border-b last:border-ink last:border-t last:border-b-0 last:font-medium"
            >
              <th scope="row" className="h-9 text-left font-[inherit]">
                {title}
              </th>
              {amounts.map((amount, index) => (
                <AmountCell key={PROFIT_COLUMNS[index]}>
                  <LedgerAmount amount={amount} />
                </AmountCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="tabular border-ink border-t lg:hidden print:hidden">
        {rows.map((row) => (
          <ProfitItem key={row.title} {...row} />
        ))}
      </ul>
    </>
  )
}

/** The profit, and the other amounts that aren’t zero. */
function ProfitItem({ title, amounts }: { title: string; amounts: number[] }) {
  const parts = PROFIT_COLUMNS.flatMap((column, index) => {
    const amount = amounts[index] ?? 0
    return amount === 0 || column === 'profit' ? [] : [`${TITLES[column]} ${usd(amount)}`]
  })
  return (
    <li className="border-hairline border-b py-2.5 last:border-ink last:border-t last:border-b-0 last:font-medium">
      <p className="flex justify-between gap-4">
        {title}
        <span>
          <span className="sr-only">{TITLES.profit} </span>
          {usd(amounts.at(-1) ?? 0)}
        </span>
      </p>
      {parts.length > 0 && <p className="font-normal text-ink-soft">{parts.join(' · ')}</p>}
    </li>
  )
}
