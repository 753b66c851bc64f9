import type { ImportRow } from '#core/catalog/import/imports.server.ts'
import { PRODUCT_FIELDS } from '#core/catalog/product-fields.ts'
import type { Field } from '#core/fields/fields.ts'
import { formatMoney } from '#core/money.ts'
import { PUBLISH_STATUS_OPTIONS } from '../products/product-labels.ts'
import { RowProblems } from './row-problems.tsx'

export function ImportRowChanges({
  row: { kind, before, after, stockChange, problems, pictures },
}: {
  row: ImportRow
}) {
  if (kind === 'invalid') return <RowProblems problems={problems} />
  const changes =
    kind === 'changed' ? describeChanges(before, after) : kind === 'new' ? describeNewProduct(after) : []
  if (stockChange) changes.push(['stock', kind === 'new' ? `${stockChange}` : `${formatSigned(stockChange)}`])
  if (pictures.count) changes.push(['pictures', `+${pictures.count}`])
  return (
    <ul className="flex max-w-[70ch] flex-wrap gap-x-5 py-1">
      {changes.map(([field, cellText]) => (
        <li key={field} className="min-w-0 max-w-full truncate" title={cellText}>
          <span className="text-ink-soft">{field}</span> {cellText}
        </li>
      ))}
      {pictures.problems.map(({ source, problem }) => (
        <li key={source} className="w-full break-words">
          <b className="font-normal text-rosewood">picture</b> <q className="text-ink-soft">{source}</q>{' '}
          {problem}
        </li>
      ))}
    </ul>
  )
}

type ProductValues = Record<string, unknown>

function describeChanges(before: ProductValues, after: ProductValues): [string, string][] {
  return Object.keys(after).map((field) => [
    fieldLabel(field),
    `${formatValue(field, before[field])} → ${formatValue(field, after[field])}`,
  ])
}

const describeNewProduct = (after: ProductValues): [string, string][] =>
  ['price', 'category', 'status'].map((field) => [fieldLabel(field), formatValue(field, after[field])])

const FIELDS: Partial<Record<string, Field>> = PRODUCT_FIELDS

/** As in the form, without its hints: “Price (USD)” is the price. */
function fieldLabel(name: string): string {
  const label = FIELDS[name]?.label.replace(/ \(.*/, '') ?? name
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === '') return 'none'
  if (FIELDS[name]?.kind === 'amount') return formatMoney({ amount: Number(value), currency: 'usd' })
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'status')
    return PUBLISH_STATUS_OPTIONS.find(([status]) => status === value)?.[1] ?? String(value)
  const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const formatSigned = (change: number) => (change > 0 ? `+${change}` : String(change))
