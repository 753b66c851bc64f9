import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { BALANCE_SOURCES } from '#core/payments/balance/balance-transaction.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import { type BalanceState, readBalanceState } from './balance-state.server.ts'
import { type Differences, readDifferences } from './differences.server.ts'

/** Amounts are in the payout’s currency, which may be one that the store doesn’t sell in. */
export const Payout = z.strictObject({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  automatic: z.boolean(),
  arrivesAt: z.date(),
  failure: z.string().nullable(),
  createdAt: z.date(),
  /** Of its transactions. Null until they were read, and for payouts whose transactions the provider doesn’t list. */
  gross: z.int().nullable(),
  fees: z.int().nullable(),
  transactions: z.int().nullable(),
})
export type Payout = z.infer<typeof Payout>

const PAYOUT_COLUMNS = sql`id, amount, currency, status, automatic, arrives_at as "arrivesAt", failure,
  created_at as "createdAt", gross, fees, transactions`

const byDate = sortBy('createdAt', sql`created_at`, 'timestamptz', sql`id`)

export async function listPayouts(ctx: Context, listQuery: ListQuery): Promise<ListPage<Payout>> {
  requirePermission(ctx.actor, 'accounting.view')
  return listRows(ctx.db, Payout, listQuery, {
    select: sql`select ${PAYOUT_COLUMNS} from provider_payouts`,
    sorts: { newest: { ...byDate, descending: true }, oldest: byDate },
  })
}

export async function findPayout(ctx: Context, id: string): Promise<Payout> {
  requirePermission(ctx.actor, 'accounting.view')
  const [payout] = await query(
    ctx.db,
    Payout,
  )`select ${PAYOUT_COLUMNS} from provider_payouts where id = ${id}`
  if (!payout) throw new Refusal('not_found', 'Payout not found.')
  return payout
}

export const PayoutTransaction = z.strictObject({
  id: z.string(),
  type: z.string(),
  source: z.enum(BALANCE_SOURCES),
  sourceId: z.string().nullable(),
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  /** In the currency of the payment. */
  paidAmount: z.int().nullable(),
  paidCurrency: z.string().nullable(),
  createdAt: z.date(),
  payoutId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  /** A payment, refund, or dispute that the store doesn’t know. */
  unmatched: z.boolean(),
})
export type PayoutTransaction = z.infer<typeof PayoutTransaction>

export const TRANSACTION_FILTERS = ['pending', 'unmatched'] as const

const byTransactionDate = sortBy('createdAt', sql`t.created_at`, 'timestamptz', sql`t.id`)

/** `scope` is a payout. */
export async function listTransactions(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<PayoutTransaction>> {
  requirePermission(ctx.actor, 'accounting.view')
  return listRows(ctx.db, PayoutTransaction, listQuery, {
    select: sql`
      select t.id, t.type, t.source, t.source_id as "sourceId", t.amount, t.fee, t.currency, t.paid_amount as "paidAmount",
        t.paid_currency as "paidCurrency", t.created_at as "createdAt", t.payout_id as "payoutId", o.number as "orderNumber",
        t.unmatched
      from provider_transactions t left join payments p on p.id = t.payment_id left join orders o on o.id = p.order_id`,
    sorts: { newest: { ...byTransactionDate, descending: true }, oldest: byTransactionDate },
    filters: {
      pending: sql`t.payout_id is null and t.source <> 'payout'`,
      unmatched: sql`t.unmatched`,
    },
    condition: listQuery.scope ? sql`t.payout_id = ${listQuery.scope}` : sql`true`,
  })
}

export type PayoutOverview = Differences & Pick<BalanceState, 'until' | 'failure'>

/** What the screen of payouts reports. */
export async function readPayoutOverview(ctx: Context): Promise<PayoutOverview> {
  requirePermission(ctx.actor, 'accounting.view')
  const { until, failure } = await readBalanceState(ctx.db)
  return { until, failure, ...(await readDifferences(ctx.db, ctx.now)) }
}
