import { z } from 'zod'
import { saveBalanceState } from '#core/accounting/payouts/balance-state.server.ts'
import { bookTransactions } from '#core/accounting/payouts/book-transactions.server.ts'
import {
  linkTransactions,
  savePayouts,
  saveTransactions,
  sumPayout,
} from '#core/accounting/payouts/save-balance.server.ts'
import { BALANCE_SOURCES, type BalanceTransaction } from '#core/payments/balance/balance-transaction.ts'
import { DAY_MS, MINUTE_MS } from '#core/time-units.ts'
import { query } from '#db/sql.ts'
import type { SeedEvent, SeedStore } from '../seed-store.ts'

const WEEKS = 51
const DAYS_SINCE_PAYOUT = 3
const ARRIVAL_DAYS = 2
/** What the provider takes of a payment, and for each dispute; and by how much its exchange rates are worse than the store's. */
const FEE_RATE = 0.029
const FIXED_FEE = 30
const DISPUTE_FEE = 1500
const EXCHANGE_MARGIN = 1.004

/** A payout each week, of payments and refunds that no sandbox has. The last days are not paid out yet. */
export function payoutEvents(now: number): SeedEvent[] {
  const payouts = Array.from({ length: WEEKS }, (_, week) => {
    const at = now - (DAYS_SINCE_PAYOUT + 7 * week) * DAY_MS
    return { at, run: (store: SeedStore) => payOut(store, at) }
  })
  return [...payouts, { at: now - MINUTE_MS, run: (store) => settleRest(store, now) }]
}

async function payOut({ db }: SeedStore, at: number): Promise<void> {
  const transactions = await findUnsettled({ db }, at)
  const amount = transactions.reduce((sum, transaction) => sum + transaction.amount - transaction.fee, 0)
  if (amount <= 0) return
  const createdAt = new Date(at)
  const id = `po_demo_${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}`
  const arrivesAt = new Date(at + ARRIVAL_DAYS * DAY_MS)
  const payout = { id, amount, currency: 'usd', status: 'paid', isAutomatic: true, hasTransactions: true }
  await savePayouts(db, [{ ...payout, arrivesAt, failure: null, createdAt }])
  await saveTransactions(db, transactions, { bookedFrom: null, payoutId: id })
  const transfer: BalanceTransaction = {
    ...{ id: `txn_${id}`, type: 'payout', category: 'payout', amount: -amount, fee: 0, currency: 'usd' },
    ...{
      exchangeRate: null,
      source: 'payout',
      sourceId: id,
      intentId: null,
      paidAmount: null,
      paidCurrency: null,
    },
    ...{ availableAt: createdAt, createdAt },
  }
  await saveTransactions(db, [transfer], { bookedFrom: null })
  await sumPayout(db, id)
  await linkTransactions(db, createdAt)
  await bookTransactions({ db, now: createdAt })
}

async function settleRest({ db }: SeedStore, now: number): Promise<void> {
  await saveTransactions(db, await findUnsettled({ db }, now), { bookedFrom: null })
  await linkTransactions(db, new Date(now))
  await bookTransactions({ db, now: new Date(now - MINUTE_MS) })
  const [from, until] = [new Date(now - (WEEKS + 1) * 7 * DAY_MS), new Date(now)]
  await saveBalanceState(db, { from, until, checkedAt: until, differences: [], unmatched: 0 })
}

const Unsettled = z.strictObject({
  source: z.enum(BALANCE_SOURCES),
  sourceId: z.string(),
  type: z.string(),
  category: z.string(),
  intentId: z.string(),
  paidAmount: z.int(),
  paidCurrency: z.string(),
  rate: z.number(),
  createdAt: z.date(),
})

async function findUnsettled({ db }: Pick<SeedStore, 'db'>, before: number): Promise<BalanceTransaction[]> {
  const unsettled = await query(db, Unsettled)`
    select s.source, s.source_id as "sourceId", s.type, s.category, p.intent_id as "intentId", s.amount as "paidAmount",
      p.currency as "paidCurrency", o.rate::float8 as rate, s.at as "createdAt"
    from (
      select id as payment_id, 'charge' as source, replace(intent_id, 'pi_', 'ch_') as source_id, 'charge' as type,
        'charge' as category, amount, paid_at as at from payments where state in ('paid', 'refunded')
      union all select payment_id, 'refund', provider_id, 'refund', 'refund', -amount, done_at from refunds
        where state = 'done' and tender = 'card' and reason <> 'disputed'
      union all select payment_id, 'dispute', id, 'adjustment', 'dispute', -amount, opened_at from disputes
      union all select payment_id, 'dispute', id, 'adjustment', 'dispute_reversal', amount, closed_at from disputes
        where state = 'won'
    ) s join payments p on p.id = s.payment_id join orders o on o.id = p.order_id
    where p.intent_id like 'pi\\_demo\\_%' and s.at < ${new Date(before)}
      and not exists (select from provider_transactions t where t.source_id = s.source_id and t.category = s.category)
    order by s.at, s.source_id`
  return unsettled.map(toTransaction)
}

function toTransaction({ rate, ...record }: z.infer<typeof Unsettled>): BalanceTransaction {
  const { category, sourceId, paidAmount, paidCurrency, createdAt } = record
  const exchangeRate = paidCurrency === 'usd' ? null : 1 / (rate * EXCHANGE_MARGIN)
  const amount = Math.round(paidAmount * (exchangeRate ?? 1))
  const fees: Record<string, number> = {
    charge: Math.round(amount * FEE_RATE) + FIXED_FEE,
    dispute: DISPUTE_FEE,
  }
  return {
    ...record,
    ...{
      id: `txn_demo_${category}_${sourceId}`,
      amount,
      fee: fees[category] ?? 0,
      currency: 'usd',
      exchangeRate,
    },
    availableAt: new Date(createdAt.getTime() + 2 * DAY_MS),
  }
}
