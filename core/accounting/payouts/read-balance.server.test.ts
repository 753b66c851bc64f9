import fc from 'fast-check'
import { z } from 'zod'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import type { BalanceProvider } from '#core/payments/balance/balance-transaction.ts'
import { UncertainOutcome } from '#core/payments/payment.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import type { Connection } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { payOutPastDays } from '#sandbox/balance.ts'
import { closeDispute, openDispute } from '#sandbox/bank-events.fixture.ts'
import { runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import { passDays } from '#test/payments/pass-days.ts'
import type { Context } from '../../context.ts'
import { readBalanceState, saveBalanceState } from './balance-state.server.ts'
import { listPayouts, listTransactions } from './payouts.server.ts'
import { reconcileBalance } from './read-balance.server.ts'

/** 2.9% of $103.68 and 30 cents. */
const FEE = 331

const Balance = z.strictObject({ account: z.string(), base: z.int() })
async function findBalances({ db }: Pick<Context, 'db'>): Promise<Record<string, number>> {
  const balances = await query(db, Balance)`
    select account, sum(base_amount)::bigint as base from accounting_lines group by 1 having sum(base_amount) <> 0`
  return Object.fromEntries(balances.map(({ account, base }) => [account, base]))
}

/** What the provider still has, by its transactions. */
async function findProviderBalance({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query(
    'select coalesce(sum(amount - fee), 0)::int as net from provider_transactions',
  )
  return rows[0].net
}

test('fees and payouts are booked once, so the ledger has what the provider still has', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { admin, checkout } = await buildPaidOrder(ctx, shop)
  await refundOrder(admin, checkout.order_id, { amount: 1080 })
  await runJobs(connection, ctx)
  await passDays(connection, 2)
  await Promise.all([reconcileBalance(ctx), reconcileBalance(ctx)])
  await reconcileBalance(ctx)
  const paidOut = 10_368 - 1080 - FEE
  const balances = await findBalances(ctx)
  expect(balances).toMatchObject({ processing_fees: FEE, bank: paidOut })
  expect(balances).not.toHaveProperty('card_clearing')
  const [payout] = (await listPayouts(admin, {})).rows
  expect(payout).toMatchObject({ amount: paidOut, gross: 10_368 - 1080, fees: FEE, transactions: 2 })
  const { rows } = await listTransactions(admin, { scope: payout?.id ?? '' })
  expect(rows.map(({ type, amount, unmatched }) => [type, amount, unmatched])).toEqual([
    ['refund', -1080, false],
    ['charge', 10_368, false],
  ])
  await shop.expectBalancedBooks()
})

test('a payment in pounds is settled in dollars, and the ledger has the difference to the rate of the order', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const address = { region: 'GB' as const }
  const { id } = await buildProduct(ctx, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }], address)
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  // The store has booked it at another rate than the provider has.
  await connection.pool.query('update orders set rate = rate * 1.25')
  await reconcileBalance(ctx)
  const { rows } = await connection.pool.query(
    `select amount::int, paid_amount::int as paid, paid_currency as currency, exchange_rate::float8 as rate from provider_transactions`,
  )
  expect(rows).toEqual([
    { amount: expect.any(Number), paid: expect.any(Number), currency: 'gbp', rate: 1.25 },
  ])
  const [{ amount, paid }] = rows
  const { exchange_differences } = await findBalances(ctx)
  // At a rate of 1, £82.94 were booked as $82.94.
  expect(exchange_differences).toBe(paid - amount)
  await shop.expectBalancedBooks()
})

test('a dispute costs its fee; what it takes is booked once it is lost', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { intent } = await buildPaidOrder(ctx, shop)
  const dispute = await openDispute(connection.pool, intent)
  await shop.deliverWebhooks()
  await reconcileBalance(ctx)
  expect(await findBalances(ctx)).toMatchObject({ disputes: 1500, card_clearing: 10_368 - FEE - 1500 })
  await closeDispute(connection.pool, dispute, 'lost')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await reconcileBalance(ctx)
  expect((await findBalances(ctx)).card_clearing).toBe(await findProviderBalance(connection))
  await shop.expectBalancedBooks()
})

test('a payment that becomes known after its transaction is moved from unassigned to its order', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { checkout } = await buildPaidOrder(ctx, shop)
  await connection.pool.query(`update payments set intent_id = 'pi_unknown'`)
  await passDays(connection, 4)
  await execute(ctx.db)`delete from store_facts where key = 'provider-transactions'`
  await reconcileBalance(ctx)
  expect(await findBalances(ctx)).toMatchObject({ other: FEE - 10_368 })
  await connection.pool.query('update payments set intent_id = (select intent_id from sandbox.sessions)')
  await reconcileBalance(ctx)
  const balances = await findBalances(ctx)
  expect(balances).toMatchObject({ processing_fees: FEE, bank: 10_368 - FEE })
  expect(balances).not.toHaveProperty('other')
  expect(balances).not.toHaveProperty('card_clearing')
  const { rows } = await connection.pool.query(
    `select description from accounting where order_id = $1 and kind = 'fee'`,
    [checkout.order_id],
  )
  expect(rows).toEqual([{ description: expect.stringMatching(/^Assigned to order #EB\d+: ch_/) }])
})

test('what a store has booked by hand before it began to read transactions is not booked again', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  await buildPaidOrder(ctx, shop)
  await saveBalanceState(ctx.db, { bookedFrom: new Date(Date.now() + HOUR_MS) })
  await reconcileBalance(ctx)
  expect(await findBalances(ctx)).toMatchObject({ card_clearing: 10_368 })
  const { rows } = await connection.pool.query(
    'select unmatched, in_ledger, to_book from provider_transactions',
  )
  expect(rows).toEqual([{ unmatched: false, in_ledger: false, to_book: false }])
})

test('after a provider that fails, the next read continues where the last one stopped', async ({
  paymentContext: ctx,
  shop,
}) => {
  await buildPaidOrder(ctx, shop)
  const failing = { ...ctx, payments: { ...provider(ctx), listBalance: fail } }
  await reconcileBalance(failing)
  expect(await readBalanceState(ctx.db)).toMatchObject({ failure: 'No response', until: null })
  await reconcileBalance(ctx)
  const { failure, until } = await readBalanceState(ctx.db)
  expect([failure, until]).toEqual([null, ctx.now])
  expect(await findBalances(ctx)).toMatchObject({ processing_fees: FEE })
  const reads: Date[] = []
  const payments: BalanceProvider = {
    ...provider(ctx),
    listBalance: async (balanceQuery) => {
      if ('since' in balanceQuery) reads.push(balanceQuery.since)
      return { transactions: [], next: null }
    },
  }
  await reconcileBalance({ ...ctx, payments, now: new Date(ctx.now.getTime() + 3 * DAY_MS) })
  expect(reads[0]).toEqual(new Date(ctx.now.getTime() - HOUR_MS))
  expect(reads.length).toBeGreaterThan(1)
})

test('in whichever order pages are read, repeated, and interrupted, the books balance and nothing is doubled or lost', {
  timeout: 120_000,
}, async ({ paymentContext: ctx, shop, connection, owner }) => {
  const { pool } = connection
  const [first, second] = [await buildPaidOrder(ctx, shop), await buildPaidOrder(ctx, shop)]
  await refundOrder(first.admin, first.checkout.order_id, { amount: 500 })
  await runJobs(connection, ctx)
  const dispute = await openDispute(pool, second.intent)
  await closeDispute(pool, dispute, 'won')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await passDays(connection, 5)
  await payOutPastDays(pool)
  await reconcileBalance(ctx)
  const expected = { balances: await findBalances(ctx), net: await findProviderBalance(connection) }
  expect(expected.balances.card_clearing ?? 0).toBe(expected.net)

  const anyRuns = fc.array(
    fc.record({
      /** Pages have one transaction each. The run fails, or stops, before this page. */
      failsAt: fc.option(fc.nat(8)),
      stopsAt: fc.option(fc.nat(8)),
      days: fc.integer({ min: -4, max: 0 }),
    }),
    { maxLength: 5 },
  )
  const property = fc.asyncProperty(anyRuns, async (runs) => {
    await owner.query(FORGET_BALANCE_SQL)
    for (const run of [...runs, { failsAt: null, stopsAt: null, days: 0 }]) {
      const stopping = new AbortController()
      let pages = 0
      const listBalance: BalanceProvider['listBalance'] = async (balanceQuery, after) => {
        pages++
        if (run.failsAt !== null && pages > run.failsAt) return fail()
        if (run.stopsAt !== null && pages > run.stopsAt) stopping.abort()
        const { transactions } = await provider(ctx).listBalance(balanceQuery, after)
        const next = transactions.length > 1 ? (transactions[0]?.id ?? null) : null
        return { transactions: transactions.slice(0, 1), next }
      }
      const now = new Date(ctx.now.getTime() + run.days * DAY_MS)
      const payments = { ...provider(ctx), listBalance }
      await reconcileBalance({ ...ctx, now, payments, stopping: stopping.signal })
      await shop.expectBalancedBooks()
    }
    expect({ balances: await findBalances(ctx), net: await findProviderBalance(connection) }).toEqual(
      expected,
    )
  })
  await fc.assert(property, { numRuns: 12 })
})

/** Entries can't be deleted, except by this. */
const FORGET_BALANCE_SQL = `
  begin; set local session_replication_role = replica;
  delete from accounting_lines where entry_id in (select id from accounting where cause like 'balance:%');
  delete from accounting where cause like 'balance:%';
  truncate provider_transactions, provider_payouts;
  delete from store_facts where key = 'provider-transactions'; commit`

function provider({ payments }: Context): BalanceProvider {
  if (!payments) throw new Error('The store has no card provider')
  return payments
}

async function fail(): Promise<never> {
  throw new UncertainOutcome('No response', { cause: undefined })
}
