import { ACCOUNT_DETAILS } from '#core/accounting/accounts.ts'
import { listInvoices } from '#core/accounting/invoice-list.server.ts'
import { listJournal } from '#core/accounting/journal.server.ts'
import { readTaxReport } from '#core/accounting/tax-report.server.ts'
import { toDecimal } from '#core/money.ts'
import { type ExportedReturn, listExportedReturns } from '#core/orders/exports/return-export.server.ts'
import { defineColumns, defineExport, eachRow } from './define-export.ts'

export const journalExport = defineExport(
  [
    ...['date', 'entry', 'account', 'debit', 'credit', 'currency', 'order', 'memo', 'kind'],
    ...['debit in USD', 'credit in USD'],
  ],
  eachRow(listJournal, ({ lines, ...entry }) => lines.map((line) => ({ ...line, entry }))),
  ({ entry, account, amount, baseAmount }) => [
    entry.at.toISOString(),
    entry.id,
    ACCOUNT_DETAILS[account].name,
    ...debitAndCredit(amount),
    entry.currency,
    entry.orderNumber,
    entry.description,
    entry.kind,
    ...debitAndCredit(baseAmount),
  ],
)

function debitAndCredit(amount: number): [debit: number | null, credit: number | null] {
  return [amount > 0 ? toDecimal(amount) : null, amount < 0 ? toDecimal(-amount) : null]
}

export const invoicesExport = defineExport(
  [
    ...['number', 'type', 'issued', 'order', 'country', 'state', 'tax rate in percent'],
    ...['net', 'tax', 'total', 'currency', 'voided'],
  ],
  listInvoices,
  ({ number, kind, issuedAt, orderNumber, region, state, taxPercent, tax, total, currency, voidedAt }) => [
    number,
    kind === 'invoice' ? 'invoice' : 'credit note',
    issuedAt.toISOString(),
    orderNumber,
    region,
    state,
    taxPercent,
    toDecimal(total - tax),
    toDecimal(tax),
    toDecimal(total),
    currency,
    voidedAt?.toISOString() ?? null,
  ],
)

export const taxExport = defineExport(
  [
    ...[
      'country',
      'state',
      'tax rate in percent',
      'currency',
      'net sales',
      'tax on sales',
      'net refunds',
      'tax refunded',
    ],
    ...['tax due', 'tax due in USD'],
  ],
  async (ctx, query) => ({ rows: (await readTaxReport(ctx, query)).lines, next: null, previous: null }),
  ({ region, state, taxPercent, currency, sales, salesTax, refunds, refundedTax, baseTax }) => [
    region,
    state,
    taxPercent,
    currency,
    toDecimal(sales),
    toDecimal(salesTax),
    toDecimal(refunds),
    toDecimal(refundedTax),
    toDecimal(salesTax - refundedTax),
    toDecimal(baseTax),
  ],
)

const closedAs = (state: ExportedReturn['state'], replacementOrder: string | null) =>
  state !== 'closed' ? state : replacementOrder ? 'exchanged' : 'refunded'

export const returnsExport = defineColumns<ExportedReturn>(
  [
    ['return', ({ reference }) => reference],
    ['order', ({ orderNumber }) => orderNumber],
    ['status', ({ state, replacementOrder }) => closedAs(state, replacementOrder)],
    ['requested', ({ requestedAt }) => requestedAt.toISOString()],
    ['received', ({ receivedAt }) => receivedAt?.toISOString() ?? null],
    ['closed', ({ closedAt }) => closedAt?.toISOString() ?? null],
    ['country', ({ region }) => region],
    ['items', ({ units }) => units],
    ['refunded', ({ refunded }) => toDecimal(refunded)],
    ['currency', ({ currency }) => currency],
    ['name', ({ buyer }) => buyer, 'personal'],
    ['email', ({ email }) => email, 'personal'],
    ['reason', ({ reason }) => reason, 'personal'],
    ['resolution', ({ resolution }) => resolution.replace('_', ' ')],
    ['replacement order', ({ replacementOrder }) => replacementOrder],
  ],
  listExportedReturns,
)
