import { z } from 'zod'
import { CURRENCIES, formatFigure } from '#core/money.ts'
import { UNCAPTURED } from '#core/payments/captures/uncaptured.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { type BalanceState, type Difference, readBalanceState } from './balance-state.server.ts'
import { MATCHING_DAYS } from './book-transactions.server.ts'

/** Older payments were compared when they were new. */
const COMPARED_DAYS = 90
const MAX_LISTED = 100

export type Differences = Pick<BalanceState, 'differences' | 'unmatched'>

/** A running store compares every hour; else, this does. */
export async function readDifferences(db: Db, now: Date): Promise<Differences> {
  const { checkedAt, differences, unmatched } = await readBalanceState(db)
  if (checkedAt && now.getTime() - checkedAt.getTime() < 2 * HOUR_MS) return { differences, unmatched }
  return findDifferences(db, now)
}

/** Payments, refunds, and lost disputes of which the provider’s balance has nothing, or something else. */
export async function findDifferences(db: Db, now: Date): Promise<Differences> {
  const { from, until } = await readBalanceState(db)
  if (!from || !until) return { differences: [], unmatched: 0 }
  // A payment may be reported, and so be paid here, later than the provider booked it.
  const earliest = Math.max(from.getTime() + DAY_MS / 2, now.getTime() - COMPARED_DAYS * DAY_MS)
  const range = {
    since: new Date(earliest),
    until: new Date(until.getTime() - MATCHING_DAYS * DAY_MS),
  }
  const differences: Difference[] = []
  for (const comparison of COMPARISONS) {
    const records = await query(db, ComparedRecord)`${compare(comparison, range)}`
    differences.push(
      ...records.map((record) => ({
        text: describe(record, comparison.subject),
        orderNumber: record.orderNumber,
      })),
    )
  }
  differences.push(...(await findUnknownRefunds(db, range)))
  return { differences, unmatched: await countUnmatched(db, range) }
}

type TimeRange = { since: Date; until: Date }

const ComparedRecord = z.strictObject({
  orderNumber: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  transactions: z.int(),
  settled: z.int(),
  hasOtherCurrency: z.boolean(),
})
type ComparedRecord = z.infer<typeof ComparedRecord>

type Comparison = {
  subject: string
  /** With `id`, `order_id`, and the `amount` by which the balance must have changed. */
  records(range: TimeRange): Sql
  /** The transactions `t` of a record `r`. */
  belongs: Sql
}

/** Free orders and test orders have no transaction, and the demo’s own orders were never at a provider. */
const COMPARISONS: Comparison[] = [
  {
    subject: 'The payment',
    records: ({ since, until }) => sql`
      select p.id, p.order_id, coalesce(c.amount, p.amount) as amount, p.currency from payments p
      left join lateral (select sum(amount)::bigint as amount from captures where payment_id = p.id and state = 'done') c on true
      where state in ('paid', 'refunded') and p.amount > 0 and provider_id not like 'free\\_%'
        and coalesce(intent_id, '') not like 'pi\\_demo\\_%' and paid_at between ${since} and ${until}`,
    belongs: sql`t.payment_id = r.id and t.source = 'charge'`,
  },
  {
    subject: 'A refund',
    records: ({ since, until }) => sql`
      select f.id, f.order_id, -f.amount as amount, f.currency from refunds f join payments p on p.id = f.payment_id
      where f.state = 'done' and f.tender = 'card' and f.reason <> 'disputed' and coalesce(f.provider_id, '') not like ${`${UNCAPTURED}%`}
        and coalesce(p.intent_id, '') not like 'pi\\_demo\\_%' and f.done_at between ${since} and ${until}`,
    belongs: sql`t.refund_id = r.id`,
  },
  {
    subject: 'A closed dispute',
    records: ({ since, until }) => sql`
      select id, order_id, case state when 'lost' then -amount else 0 end as amount, currency from disputes
      where state <> 'open' and id not like 'du\\_demo\\_%' and closed_at between ${since} and ${until}`,
    belongs: sql`t.dispute_id = r.id`,
  },
]

function compare({ records, belongs }: Comparison, range: TimeRange): Sql {
  return sql`
    select o.number as "orderNumber", r.amount, r.currency, s.transactions, s.settled, s."hasOtherCurrency"
    from (${records(range)}) r join orders o on o.id = r.order_id
    cross join lateral (
      select count(*)::int as transactions, coalesce(sum(t.paid_amount), 0)::bigint as settled,
        coalesce(bool_or(t.paid_currency <> r.currency), false) as "hasOtherCurrency"
      from provider_transactions t where ${belongs}
    ) s
    where s.settled <> r.amount or s."hasOtherCurrency" order by r.id limit ${MAX_LISTED}`
}

function describe(record: ComparedRecord, subject: string): string {
  const { orderNumber, amount, currency, transactions, settled, hasOtherCurrency } = record
  const figure = (figureAmount: number) => formatFigure({ amount: Math.abs(figureAmount), currency })
  const what = `${subject} of order ${orderNumber}`
  if (!transactions) return `${what} (${figure(amount)}) has no transaction at the card provider`
  if (hasOtherCurrency) return `${what} (${figure(amount)}) is in another currency at the card provider`
  if (!amount) return `${what} was won, but ${figure(settled)} of it is not back in the balance`
  return `${what} is ${figure(amount)}, but ${figure(settled)} at the card provider`
}

const UnknownRefund = z.strictObject({ sourceId: z.string().nullable(), orderNumber: z.string() })

async function findUnknownRefunds(db: Db, { since, until }: TimeRange): Promise<Difference[]> {
  const refunds = await query(db, UnknownRefund)`
    select t.source_id as "sourceId", o.number as "orderNumber" from provider_transactions t
    join payments p on p.id = t.payment_id join orders o on o.id = p.order_id
    where t.unmatched and t.created_at between ${since} and ${until}
    order by t.created_at desc, t.id desc limit ${MAX_LISTED}`
  return refunds.map(({ sourceId, orderNumber }) => ({
    text: `The card provider has a refund or dispute (${sourceId}) of order ${orderNumber} that the store doesn’t have`,
    orderNumber,
  }))
}

async function countUnmatched(db: Db, { since, until }: TimeRange): Promise<number> {
  const [count = 0] = await queryColumn(db, z.int())`
    select count(*)::int as count from provider_transactions
    where unmatched and payment_id is null and created_at between ${since} and ${until}`
  return count
}
