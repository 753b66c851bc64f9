import { PROFIT_COLUMNS, type ProfitLine } from '#core/accounting/profit-line.ts'
import { formatMonth } from '#core/dates.ts'
import { AmountCell, TableHead, usd } from './report-table.tsx'

export function ProfitAndLoss({ lines }: { lines: ProfitLine[] }) {
  const sum = (column: (typeof PROFIT_COLUMNS)[number]) =>
    lines.reduce((total, line) => total + line[column], 0)
  return (
    <section
      aria-label="Profit and loss"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a narrow screen scrolls the table, also by keyboard
      tabIndex={0}
      className="fade-edges overflow-x-auto print:overflow-visible"
    >
      <table
        className="tabular w-full [&_td]:whitespace-nowrap [&_td]:pl-5 [&_th+th]:pl-5 max-lg:[&_td]:pl-4 max-lg:[&_th+th]:pl-4 [&_th]:whitespace-nowrap"
        aria-label="Profit and loss"
      >
        <TableHead titles={['Month', 'Sales', 'Refunds', 'Cost of goods', 'Fees', 'Other', 'Profit']} />
        <tbody>
          {lines.map((line) => (
            <tr key={line.month} className="border-hairline border-b">
              <th scope="row" className="h-9 text-left font-normal">
                {formatMonth(line.month)}
              </th>
              {PROFIT_COLUMNS.map((column) => (
                <AmountCell key={column}>{usd(line[column])}</AmountCell>
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
    </section>
  )
}
