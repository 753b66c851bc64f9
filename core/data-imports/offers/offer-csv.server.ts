import type { CsvLine } from '#core/catalog/import/reading/read-csv.server.ts'
import { normalizeCode } from '#core/offers/offer.ts'
import { OfferDraft } from '#core/offers/offer-draft.ts'
import type { CellProblem, DataRecord } from '../data-import.ts'
import { lineProblem, problemOf, type ReadContext } from '../data-kind.server.ts'
import {
  type Cells,
  type Headings,
  matchColumns,
  readCells,
  requireColumns,
} from '../reading/data-columns.ts'
import { type ReadValue, readAmount, readCount, readTime } from '../reading/read-values.ts'
import type { ImportedOffer } from './imported-offer.server.ts'

const HEADINGS = {
  code: ['code', 'coupon code', 'discount code', 'post title', 'name'],
  title: ['title', 'description', 'post excerpt'],
  type: ['type', 'value type', 'discount type', 'kind'],
  value: ['value', 'amount', 'coupon amount', 'discount value'],
  minimum: ['minimum', 'minimum spend', 'minimum amount', 'minimum purchase amount', 'minimum requirements'],
  startsAt: ['starts at', 'start', 'start date', 'starts'],
  endsAt: ['ends at', 'end', 'end date', 'ends', 'expiry date', 'date expires'],
  totalLimit: ['total limit', 'usage limit', 'limit total times', 'usage limit per coupon'],
  customerLimit: ['customer limit', 'usage limit per user', 'per customer limit'],
  oncePerCustomer: ['once per customer', 'applies once per customer', 'limit once per customer'],
  uses: ['uses', 'times used in total', 'times used', 'usage count', 'used'],
  status: ['status', 'state', 'post status'],
} satisfies Headings<string>
type Field = keyof typeof HEADINGS

/** Labels of columns in problems. */
const LABELS: Record<string, string> = {
  code: 'Code',
  title: 'Title',
  kind: 'Type',
  value: 'Value',
  minimum: 'Minimum',
  endsAt: 'Ends at',
  totalLimit: 'Total limit',
  customerLimit: 'Customer limit',
}

export function readOffers(header: string[], ctx: ReadContext) {
  const columns = matchColumns<Field>(header, HEADINGS)
  requireColumns(header, columns, { Code: ['code'], Value: ['value'] })
  return async function* readLines(lines: AsyncIterable<CsvLine>): AsyncGenerator<DataRecord> {
    for await (const line of lines) {
      const cells = readCells(columns, line.cells)
      const problem = lineProblem(line, header)
      const record = { line: line.line, key: normalizeCode(cells.code), name: cells.title || '' }
      yield problem ? { ...record, problems: [problem] } : { ...record, ...readOffer(cells, ctx) }
    }
  }
}

type OfferData = Pick<DataRecord, 'problems'> & { data?: ImportedOffer }

function readOffer(cells: Cells<Field>, { timeZone }: ReadContext): OfferData {
  const problems: CellProblem[] = []
  const read = <Value>(field: Field, column: string, parse: (text: string) => ReadValue<Value>) => {
    const text = cells[field]
    if (!text) return null
    const result = parse(text)
    if ('value' in result) return result.value
    problems.push(problemOf(column, text, result.error))
    return null
  }
  const endedStatus = /^(expired|inactive|disabled|draft|trash|over|stopped|ended)$/i.exec(cells.status ?? '')
  if (endedStatus) problems.push(problemOf('Status', cells.status, 'This code isn’t active.'))
  const kind = readKind(cells)
  if (!kind) problems.push(problemOf('Type', cells.type, OTHER_KIND))
  const value = Math.abs(read('value', 'Value', (text) => readAmount(text.replace('%', ''))) ?? 0)
  const uses = read('uses', 'Uses', readCount) ?? 0
  const totalLimit = read('totalLimit', 'Total limit', readLimit)
  const startsAt = read('startsAt', 'Starts at', (text) => readTime(text, timeZone))
  const draft = OfferDraft.safeParse({
    code: cells.code ?? '',
    title: cells.title || normalizeCode(cells.code),
    kind: kind ?? 'percentage',
    value,
    minimum: read('minimum', 'Minimum', readAmount) ?? 0,
    endsAt: read('endsAt', 'Ends at', (text) => readTime(text, timeZone)),
    totalLimit: totalLimit === null ? null : totalLimit - uses,
    customerLimit:
      read('customerLimit', 'Customer limit', readLimit) ??
      (/^(true|yes|1)$/i.test(cells.oncePerCustomer ?? '') ? 1 : null),
  })
  if (totalLimit !== null && totalLimit <= uses)
    problems.push(problemOf('Total limit', cells.totalLimit, 'This code was used as often as it may be.'))
  for (const { path, message } of problems.length ? [] : (draft.error?.issues ?? [])) {
    const field = String(path[0] ?? '')
    problems.push(
      problemOf(LABELS[field] ?? field, cells[field === 'kind' ? 'type' : (field as Field)], message),
    )
  }
  if (problems.length || !draft.data) return { problems }
  const { title, minimum, endsAt, customerLimit, ...offer } = draft.data
  return {
    problems,
    data: {
      code: offer.code ?? '',
      ...{ title, kind: kind ?? 'percentage', value: offer.value, minimum },
      ...{ totalLimit: offer.totalLimit, customerLimit },
      startsAt: startsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
    },
  }
}

const OTHER_KIND =
  'Offers take a percentage or an amount off an order. Free shipping and discounts of single products can’t be imported.'

/** Without a column for it, a value with a percent sign is a percentage. */
function readKind({ type = '', value = '' }: Cells<Field>): 'percentage' | 'amount' | undefined {
  if (/^(percentage|percent|%)$/i.test(type)) return 'percentage'
  if (/^(amount|fixed[ _]?amount|fixed[ _]?cart|fixed cart discount|fixed)$/i.test(type)) return 'amount'
  if (!type) return value.includes('%') ? 'percentage' : 'amount'
  return undefined
}

/** Zero and “unlimited” mean that there is none. */
const readLimit = (text: string): ReadValue<number | null> =>
  /^(0|unlimited|none)$/i.test(text) ? { value: null } : readCount(text)
