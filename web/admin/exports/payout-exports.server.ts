import { listPayouts, listTransactions } from '#core/accounting/payouts/payouts.server.ts'
import { toDecimal } from '#core/money.ts'
import { defineExport } from './define-export.ts'

const decimalOrNull = (amount: number | null) => (amount === null ? null : toDecimal(amount))

export const payoutsExport = defineExport(
  ['payout', 'created', 'arrives', 'status', 'gross', 'fees', 'paid out', 'currency', 'transactions'],
  listPayouts,
  ({ id, createdAt, arrivesAt, status, gross, fees, amount, currency, transactions }) => [
    id,
    createdAt.toISOString(),
    arrivesAt.toISOString(),
    status,
    decimalOrNull(gross),
    decimalOrNull(fees),
    toDecimal(amount),
    currency,
    transactions,
  ],
)

export const cardTransactionsExport = defineExport(
  [
    ...['transaction', 'created', 'type', 'payout', 'order', 'amount', 'fee', 'net', 'currency'],
    ...['paid amount', 'paid currency', 'source'],
  ],
  listTransactions,
  ({
    id,
    createdAt,
    type,
    payoutId,
    orderNumber,
    amount,
    fee,
    currency,
    paidAmount,
    paidCurrency,
    sourceId,
  }) => [
    id,
    createdAt.toISOString(),
    type,
    payoutId,
    orderNumber,
    toDecimal(amount),
    toDecimal(fee),
    toDecimal(amount - fee),
    currency,
    decimalOrNull(paidAmount),
    paidCurrency,
    sourceId,
  ],
)
