import type { TaxReport as Report, TaxLine } from '#core/accounting/tax-report.server.ts'
import { formatFigure } from '#core/money.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { STATES } from '#core/regions/states.ts'
import { AmountCell, TableHead, usd } from './report-table.tsx'

/** In the currency of each country; only the tax due is also in US dollars. */
export function TaxReport({ lines, otherBaseTax }: Report) {
  const countries = Map.groupBy(lines, ({ region, currency }) => `${region} ${currency}`)
  return (
    <table className="tabular w-full" aria-label="Tax">
      <TableHead titles={['Country and rate', 'Net sales', 'Tax due', 'Tax due in USD']} />
      <tbody>
        {[...countries].map(([key, countryLines]) => (
          <CountryRows key={key} lines={countryLines} />
        ))}
        {otherBaseTax !== 0 && <TotalRow title="Other entries in tax payable" amount={otherBaseTax} />}
        <TotalRow title="Change of tax payable" amount={sumOf(lines, 'baseTax') + otherBaseTax} />
      </tbody>
    </table>
  )
}

/** States are indented below their country, which has their sum. */
function CountryRows({ lines }: { lines: TaxLine[] }) {
  const [first] = lines
  if (!first) return null
  const { country } = REGIONS[first.region]
  const hasStates = lines.some(({ state }) => state !== null)
  return (
    <>
      {hasStates && (
        <tr className="border-hairline border-b align-baseline font-medium">
          <th scope="row" className="py-1 text-left font-[inherit]">
            {country}
          </th>
          <AmountCells
            currency={first.currency}
            net={sumOf(lines, 'sales') - sumOf(lines, 'refunds')}
            tax={sumOf(lines, 'salesTax') - sumOf(lines, 'refundedTax')}
            baseTax={sumOf(lines, 'baseTax')}
          />
        </tr>
      )}
      {lines.map((line) => (
        <TaxRow
          key={`${line.state} ${line.taxPercent}`}
          line={line}
          place={hasStates ? stateName(line) : country}
          isIndented={hasStates}
        />
      ))}
    </>
  )
}

function TaxRow({ line, place, isIndented }: { line: TaxLine; place: string; isIndented: boolean }) {
  const { taxPercent, currency, sales, salesTax, refunds, refundedTax, baseTax } = line
  const figure = (amount: number) => formatFigure({ amount, currency })
  return (
    <tr className="border-hairline border-b align-baseline">
      <th scope="row" className={`py-1 text-left font-normal ${isIndented ? 'wrap-anywhere sm:pl-5' : ''}`}>
        {place}, {taxPercent}%
        {(refunds !== 0 || refundedTax !== 0) && (
          <span className="block text-ink-soft">
            Sales {figure(sales)}, tax {figure(salesTax)}. Refunds {figure(refunds)}, tax{' '}
            {figure(refundedTax)}.
          </span>
        )}
      </th>
      <AmountCells currency={currency} net={sales - refunds} tax={salesTax - refundedTax} baseTax={baseTax} />
    </tr>
  )
}

type Amounts = { currency: TaxLine['currency']; net: number; tax: number; baseTax: number }

function AmountCells({ currency, net, tax, baseTax }: Amounts) {
  return (
    <>
      <AmountCell>{formatFigure({ amount: net, currency })}</AmountCell>
      <AmountCell>{formatFigure({ amount: tax, currency })}</AmountCell>
      <AmountCell>{usd(baseTax)}</AmountCell>
    </>
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

type AmountName = 'sales' | 'salesTax' | 'refunds' | 'refundedTax' | 'baseTax'

function sumOf(lines: TaxLine[], amount: AmountName): number {
  return lines.reduce((sum, line) => sum + line[amount], 0)
}

function stateName({ region, state }: TaxLine): string {
  return STATES[region].find(([code]) => code === state)?.[1] ?? state ?? 'No state'
}
