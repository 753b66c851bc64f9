import { z } from 'zod'
import { CURRENCIES } from '#core/money.ts'
import { BALANCE_SOURCES } from '#core/payments/balance/balance-transaction.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { ACCOUNTS, type EntryLine } from '../entries.ts'
import { type NewEntry, postEntries } from '../post-entries.server.ts'
import { missingLines, type TransactionKind, transactionKind, transactionLines } from './transaction-lines.ts'

const BATCH_SIZE = 500
/** For so long, a payment or refund may be on its way to the store. Then its transaction counts as not from this store. */
export const MATCHING_DAYS = 3

const Transaction = z.strictObject({
  id: z.string(),
  type: z.string(),
  source: z.enum(BALANCE_SOURCES),
  sourceId: z.string().nullable(),
  unmatched: z.boolean(),
  amount: z.int(),
  fee: z.int(),
  currency: z.enum(CURRENCIES),
  rate: z.number(),
  paidAmount: z.int().nullable(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  orderRate: z.number().nullable(),
  entries: z.int(),
})
type Transaction = z.infer<typeof Transaction>

/** Books what the ledger lacks, dated now: months that are closed stay as they are. */
export async function bookTransactions({ db, now }: { db: Db; now: Date }): Promise<void> {
  while (await bookBatch(db, now));
}

/** Returns whether there may be more. */
function bookBatch(db: Db, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const transactions = await query(tx, Transaction)`
      select t.id, t.type, t.source, t.source_id as "sourceId", t.unmatched, t.amount, t.fee, t.currency, t.rate::float8 as rate,
        t.paid_amount as "paidAmount", o.id as "orderId", o.number as "orderNumber", o.rate::float8 as "orderRate", t.entries
      from provider_transactions t
      left join payments p on p.id = t.payment_id and not t.unmatched left join orders o on o.id = p.order_id
      where t.to_book and (not t.unmatched or t.created_at < ${now}::timestamptz - make_interval(days => ${MATCHING_DAYS}))
      order by t.created_at, t.id limit ${BATCH_SIZE} for update of t skip locked`
    if (!transactions.length) return false
    const booked = await findBookedLines(tx, transactions)
    const entries = transactions.flatMap((transaction) =>
      toEntry(transaction, booked.get(transaction.id) ?? [], now),
    )
    await postEntries(tx, entries)
    const causes = entries.map(({ cause }) => cause)
    const posted = transactions
      .filter((transaction) => causes.includes(causeOf(transaction)))
      .map(({ id }) => id)
    await execute(tx)`
      update provider_transactions set to_book = false, entries = entries + (id = any(${posted}::text[]))::int
      where id = any(${transactions.map(({ id }) => id)}::text[])`
    return transactions.length === BATCH_SIZE
  })
}

const BookedLine = z.strictObject({
  id: z.string(),
  account: z.enum(ACCOUNTS),
  amount: z.int(),
  baseAmount: z.int(),
})

async function findBookedLines(tx: Db, transactions: Transaction[]): Promise<Map<string, EntryLine[]>> {
  const causes = transactions.flatMap(({ id, entries }) =>
    Array.from({ length: entries }, (_, nth) => causeOf({ id, entries: nth })),
  )
  if (!causes.length) return new Map()
  const lines = await query(tx, BookedLine)`
    select split_part(a.cause, ':', 2) as id, l.account, l.amount, l.base_amount as "baseAmount"
    from accounting a join accounting_lines l on l.entry_id = a.id where a.cause = any(${causes}::text[])`
  return Map.groupBy(lines, ({ id }) => id)
}

const causeOf = ({ id, entries }: Pick<Transaction, 'id' | 'entries'>) => `balance:${id}:${entries}`

function toEntry(transaction: Transaction, booked: EntryLine[], at: Date): NewEntry[] {
  const { currency, orderId } = transaction
  const lines = missingLines(transactionLines(transaction), booked)
  if (!lines.length) return []
  const kind = transactionKind(transaction)
  const amountIn = (account: EntryLine['account']) =>
    lines.reduce((sum, line) => sum + (line.account === account ? line.amount : 0), 0)
  // The list of entries shows what an entry does to the bank account, and else to what the provider has.
  const amount = amountIn(kind === 'payout' ? 'bank' : 'card_clearing')
  return [
    {
      ...{ lines, amount, currency, orderId, at },
      description: describe(transaction, kind),
      kind: kind === 'hold' ? 'fee' : kind,
      cause: causeOf(transaction),
    },
  ]
}

function describe(
  { id, type, source, sourceId, orderNumber, entries }: Transaction,
  kind: TransactionKind | 'hold',
): string {
  const subject = sourceId ?? id
  if (entries > 0 && orderNumber) return `Assigned to order #${orderNumber}: ${subject}`
  if (kind === 'payout') return type === 'payout' ? `Payout ${subject}` : `Change of payout ${subject}`
  if (kind === 'unassigned') return `Not from this store: ${subject}`
  if (!orderNumber) return `Fee of the card provider: ${subject}`
  return source === 'dispute' ? `Dispute fee of order #${orderNumber}` : `Card fee of order #${orderNumber}`
}
