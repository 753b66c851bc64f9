import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { BalanceProvider, BalanceQuery } from '#core/payments/balance/balance-transaction.ts'
import { ProviderRejection, UncertainOutcome } from '#core/payments/payment.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import { readBalanceState, saveBalanceState } from './balance-state.server.ts'
import { bookTransactions } from './book-transactions.server.ts'
import { findDifferences } from './differences.server.ts'
import {
  findUnreadPayouts,
  linkTransactions,
  savePayouts,
  saveTransactions,
  sumPayout,
} from './save-balance.server.ts'

/** The provider may list transactions late, so each read overlaps the previous one. */
const OVERLAP_MS = HOUR_MS
/** How far the first read goes back, in a store that has taken payments for longer. */
const FIRST_READ_DAYS = 90
const FIRST_WINDOW_MS = DAY_MS
const FEW_TRANSACTIONS = 1000
/** The status of a payout may change so much later. */
const PAYOUT_DAYS = 35

type BalanceContext = Pick<Context, 'db' | 'now' | 'log'> & {
  payments: BalanceProvider | null
  /** Aborted when the process stops: what remains is left to the next run. */
  stopping?: AbortSignal
}

/** Reads the provider’s transactions and payouts since the last read, books them, and compares them with the store’s. */
export async function reconcileBalance({ payments, ...ctx }: BalanceContext): Promise<void> {
  if (!payments) return
  const failure = await readFromProvider(ctx, payments)
  if (ctx.stopping?.aborted) return
  await linkTransactions(ctx.db, ctx.now)
  await bookTransactions(ctx)
  await saveBalanceState(ctx.db, { failure, ...(await findDifferences(ctx.db, ctx.now)), checkedAt: ctx.now })
}

/** A provider that fails must not stop what is read already from being booked. Returns what readiness reports. */
async function readFromProvider(
  ctx: Omit<BalanceContext, 'payments'>,
  provider: BalanceProvider,
): Promise<string | null> {
  try {
    const from = await readNewTransactions(ctx, provider)
    if (!ctx.stopping?.aborted) await readPayouts(ctx, provider, from)
    return null
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('reading the provider’s balance failed', { error })
    return error.message.slice(0, 300)
  }
}

/** Oldest first in windows, so that a run that ends early continues where it stopped. Returns where the read began. */
async function readNewTransactions(
  ctx: Omit<BalanceContext, 'payments'>,
  provider: BalanceProvider,
): Promise<Date> {
  const { db, now } = ctx
  const state = await readBalanceState(db)
  const start = state.until ? new Date(state.until.getTime() - OVERLAP_MS) : await findFirstStart(db, now)
  if (!state.from) await saveBalanceState(db, { from: start })
  let from = start.getTime()
  for (let window = FIRST_WINDOW_MS; ; ) {
    const until = Math.min(from + window, now.getTime())
    const isLast = until >= now.getTime()
    const balanceQuery = { since: new Date(from), until: isLast ? null : new Date(until) }
    const count = await readPages(ctx, provider, balanceQuery, { bookedFrom: state.bookedFrom })
    if (ctx.stopping?.aborted) return start
    await saveBalanceState(db, { until: new Date(until) })
    if (isLast) return start
    from = until
    if (count < FEW_TRANSACTIONS) window *= 2
  }
}

/** Before the first payment of the store. */
async function findFirstStart(db: Db, now: Date): Promise<Date> {
  const [firstPayment] = await queryColumn(db, z.date().nullable())`
    select min(paid_at) as at from payments where state in ('paid', 'refunded')`
  const earliest = now.getTime() - FIRST_READ_DAYS * DAY_MS
  return new Date(Math.max(earliest, (firstPayment ?? now).getTime() - DAY_MS))
}

/** Each page is saved before the next one is read. */
async function readPages(
  { db, stopping }: Pick<BalanceContext, 'db' | 'stopping'>,
  provider: BalanceProvider,
  balanceQuery: BalanceQuery,
  options: Parameters<typeof saveTransactions>[2],
): Promise<number> {
  let count = 0
  for (let after: string | undefined; ; ) {
    const { transactions, next } = await provider.listBalance(balanceQuery, after)
    await saveTransactions(db, transactions, options)
    count += transactions.length
    if (!next || stopping?.aborted) return count
    after = next
  }
}

async function readPayouts(
  ctx: Omit<BalanceContext, 'payments'>,
  provider: BalanceProvider,
  from: Date,
): Promise<void> {
  const { db, now } = ctx
  const { from: first, bookedFrom } = await readBalanceState(db)
  const oldest = Math.max((first ?? from).getTime(), now.getTime() - PAYOUT_DAYS * DAY_MS)
  const payouts = await provider.payoutsSince(new Date(Math.min(oldest, from.getTime())))
  await savePayouts(db, payouts)
  for (const payoutId of await findUnreadPayouts(db, payouts)) {
    await readPages(ctx, provider, { payoutId }, { bookedFrom, payoutId })
    if (ctx.stopping?.aborted) return
    await sumPayout(db, payoutId)
  }
}
