import type { ImportRow } from '#core/catalog/import.ts'
import { formatMoney } from '#core/money.ts'

/** What is wrong with a row and how to mend it, or what it would change. */
export function ImportEffect({ row: { kind, before, after, stockChange, problems } }: { row: ImportRow }) {
  if (kind === 'bad') {
    return (
      <ul className="max-w-[70ch] py-1">
        {problems.map(({ column, said, wrong }) => (
          <li key={column + wrong}>
            {column && <b className="font-normal text-rosewood">{column}</b>}
            {said && <q className="mx-1 text-ink-soft">{said}</q>} {wrong}
          </li>
        ))}
      </ul>
    )
  }
  const lines = kind === 'changed' ? changesOf(before, after) : kind === 'new' ? startOf(after) : []
  if (stockChange) lines.push(['stock', kind === 'new' ? `${stockChange}` : `${signed(stockChange)}`])
  return (
    <ul className="flex max-w-[70ch] flex-wrap gap-x-5 py-1">
      {lines.map(([field, said]) => (
        <li key={field} className="min-w-0 max-w-full truncate" title={said}>
          <span className="text-ink-soft">{field}</span> {said}
        </li>
      ))}
    </ul>
  )
}

type Said = Record<string, unknown>

function changesOf(before: Said, after: Said): [string, string][] {
  return Object.keys(after).map((field) => [
    FIELDS[field] ?? field,
    `${worded(field, before[field])} → ${worded(field, after[field])}`,
  ])
}

const startOf = (after: Said): [string, string][] =>
  ['price', 'category', 'status'].map((field) => [FIELDS[field] ?? field, worded(field, after[field])])

const FIELDS: Record<string, string> = {
  originalPrice: 'price before',
  howToUse: 'how to use',
  status: 'standing',
  sizeQuantity: 'size',
  sizeUnit: 'unit',
}
const MONEY = ['price', 'originalPrice']

function worded(field: string, value: unknown): string {
  if (value === null || value === '') return 'none'
  if (MONEY.includes(field)) return formatMoney({ amount: Number(value), currency: 'usd' })
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = Array.isArray(value) ? value.join(', ') || 'none' : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const signed = (change: number) => (change > 0 ? `+${change}` : String(change))
