import type { TaxReport as Report, TaxLine } from '#core/accounting/tax-report.server.ts'
import { formatFigure } from '#core/money.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { AmountCell, TableHead, usd } from './report-table.tsx'

/** In the currency of each country; only the tax due is also in US dollars. */
export function TaxReport({ lines, otherBaseTax }: Report) {
  const total = lines.reduce((sum, { baseTax }) => sum + baseTax, otherBaseTax)
  return (
    <table className="tabular w-full" aria-label="Tax">
      <TableHead titles={['Country and rate', 'Net sales', 'Tax due', 'Tax due in USD']} />
      <tbody>
        {lines.map((line) => (
          <TaxRow key={`${line.region} ${line.taxPercent} ${line.currency}`} line={line} />
        ))}
        {otherBaseTax !== 0 && <TotalRow title="Other entries in tax payable" amount={otherBaseTax} />}
        <TotalRow title="Change of tax payable" amount={total} />
      </tbody>
    </table>
  )
}

function TaxRow({ line }: { line: TaxLine }) {
  const { region, taxPercent, currency, sales, salesTax, refunds, refundedTax, baseTax } = line
  const figure = (amount: number) => formatFigure({ amount, currency })
  return (
    <tr className="border-hairline border-b align-baseline">
      <th scope="row" className="py-1 text-left font-normal">
        {REGIONS[region].country}, {taxPercent}%
        {(refunds !== 0 || refundedTax !== 0) && (
          <span className="block text-ink-soft">
            Sales {figure(sales)}, tax {figure(salesTax)}. Refunds {figure(refunds)}, tax{' '}
            {figure(refundedTax)}.
          </span>
        )}
      </th>
      <AmountCell>{figure(sales - refunds)}</AmountCell>
      <AmountCell>{figure(salesTax - refundedTax)}</AmountCell>
      <AmountCell>{usd(baseTax)}</AmountCell>
    </tr>
  )
}

function TotalRow({ title, amount }: { title: string; amount: number }) {
  return (
    <tr className="border-hairline border-b last:border-ink last:border-t last:border-b-0 last:font-medium">
      <th scope="row" colSpan={3} className="h-9 text-left font-[inherit]">
        {title}
      </th>
      <AmountCell>{usd(amount)}</AmountCell>
    </tr>
  )
}
