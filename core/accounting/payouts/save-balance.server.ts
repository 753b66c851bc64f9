import { z } from 'zod'
import { CURRENCIES } from '#core/money.ts'
import type { BalanceTransaction, ProviderPayout } from '#core/payments/balance/balance-transaction.ts'
import { REGIONS } from '#core/regions/regions.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { FEE_TYPES } from './transaction-lines.ts'

type SaveOptions = {
  /** Earlier ones are in the ledger already: somebody booked them by hand. */
  bookedFrom: Date | null
  payoutId?: string
}

/** Each once. A repeated one adds only its payout. */
export async function saveTransactions(
  db: Db,
  transactions: BalanceTransaction[],
  { bookedFrom, payoutId }: SaveOptions,
): Promise<void> {
  if (!transactions.length) return
  const rates = await readRates(db)
  const rows = transactions.map((transaction) => ({
    ...transaction,
    payoutId: transaction.source === 'payout' ? null : payoutId,
    rate: rates.get(transaction.currency),
    inLedger: rates.has(transaction.currency) && (!bookedFrom || transaction.createdAt >= bookedFrom),
  }))
  await execute(db)`
    insert into provider_transactions (id, type, category, amount, fee, currency, exchange_rate, source, source_id, intent_id,
      paid_amount, paid_currency, available_at, created_at, payout_id, rate, in_ledger, to_book)
    select id, type, category, amount, fee, currency, "exchangeRate", source, "sourceId", "intentId",
      "paidAmount", "paidCurrency", "availableAt", "createdAt", "payoutId", rate, "inLedger", "inLedger"
    from json_to_recordset(${sql.json(rows)}) as t (id text, type text, category text, amount bigint, fee bigint, currency text,
      "exchangeRate" numeric, source text, "sourceId" text, "intentId" text, "paidAmount" bigint, "paidCurrency" text,
      "availableAt" timestamptz, "createdAt" timestamptz, "payoutId" text, rate numeric, "inLedger" boolean)
    order by id
    on conflict (id) do update set payout_id = excluded.payout_id
      where excluded.payout_id is not null and provider_transactions.payout_id is null`
}

async function readRates(db: Db): Promise<Map<string, number>> {
  const { regions } = await readStoreSettings(db)
  const rates = Object.values(REGIONS).map(({ code, currency }) => [currency, regions[code].rate] as const)
  return new Map<string, number>(rates.filter(([currency]) => CURRENCIES.includes(currency)))
}

export async function savePayouts(db: Db, payouts: ProviderPayout[]): Promise<void> {
  if (!payouts.length) return
  await execute(db)`
    insert into provider_payouts (id, amount, currency, status, automatic, arrives_at, failure, created_at)
    select id, amount, currency, status, "isAutomatic", "arrivesAt", failure, "createdAt"
    from json_to_recordset(${sql.json(payouts)}) as p (id text, amount bigint, currency text, status text,
      "isAutomatic" boolean, "arrivesAt" timestamptz, failure text, "createdAt" timestamptz)
    order by id
    on conflict (id) do update
      set status = excluded.status, arrives_at = excluded.arrives_at, failure = excluded.failure
      where (provider_payouts.status, provider_payouts.arrives_at, provider_payouts.failure)
        is distinct from (excluded.status, excluded.arrives_at, excluded.failure)`
}

/** Those whose transactions were not read to the end yet. */
export function findUnreadPayouts(db: Db, payouts: ProviderPayout[]): Promise<string[]> {
  const ids = payouts.filter(({ hasTransactions }) => hasTransactions).map(({ id }) => id)
  return queryColumn(db, z.string())`
    select id from provider_payouts where id = any(${ids}::text[]) and gross is null order by created_at, id`
}

/** Call once all of its transactions are saved. */
export async function sumPayout(db: Db, id: string): Promise<void> {
  await execute(db)`
    update provider_payouts set (gross, fees, transactions) = (
      select coalesce(sum(amount) filter (where not is_fee), 0), coalesce(sum(fee), 0) - coalesce(sum(amount) filter (where is_fee), 0),
        count(*)
      from provider_transactions t cross join lateral (select type = any(${FEE_TYPES}::text[]) as is_fee) f
      where t.payout_id = ${id})
    where id = ${id}`
}

/** Payments, refunds, and disputes may become known after their transactions. */
const LINK_DAYS = 35

export async function linkTransactions(db: Db, now: Date): Promise<void> {
  await execute(db)`
    update provider_transactions t
    set payment_id = l.payment_id, refund_id = l.refund_id, dispute_id = l.dispute_id, to_book = t.in_ledger
    from (
      select u.id, p.id as payment_id, r.id as refund_id, d.id as dispute_id from provider_transactions u
      left join payments p on p.intent_id = u.intent_id and p.state in ('paid', 'refunded')
      left join refunds r on u.source = 'refund' and r.provider_id = u.source_id
      left join disputes d on u.source = 'dispute' and d.id = u.source_id
      where u.unmatched and u.created_at >= ${now}::timestamptz - make_interval(days => ${LINK_DAYS})
    ) l
    where t.id = l.id and (t.payment_id, t.refund_id, t.dispute_id) is distinct from (l.payment_id, l.refund_id, l.dispute_id)`
}
