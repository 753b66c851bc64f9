import type { ProfitLine } from '#core/accounting/ledger.server.ts'
import { AmountCell, TableHead, usd } from './report-table.tsx'

export function ProfitAndLoss({ lines }: { lines: ProfitLine[] }) {
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
