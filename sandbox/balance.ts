import type { Context, Env, Hono } from 'hono'
import type { Pool } from 'pg'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { inTransaction } from './schema.ts'

/** The sandbox settles in US dollars, for 2.9% and 30 cents of each payment, and 15 dollars of each dispute. */
const FEE_RATE = 0.029
const FIXED_FEE = 30
const DISPUTE_FEE = 1500

const RATES = `(values ${Object.values(DEFAULT_REGIONS)
  .map(({ currency, rate }) => `('${currency}', ${rate}::numeric)`)
  .join(', ')}) as rates (currency, rate)`

/** What changes the balance: one query for each kind of record, with the same columns. */
const SOURCES = [
  `select 'ch_' || intent_id as source_id, 'charge' as object, 'charge' as type, 'charge' as category, intent_id,
     coalesce(captured, amount) as amount, currency, coalesce(paid_at, created_at) as created_at, true as charges_fee from sandbox.sessions where paid`,
  `select id, 'refund', 'refund', 'refund', intent_id, -amount, currency, created_at, false from sandbox.refunds`,
  `select id, 'refund', 'refund_failure', 'refund_failure', intent_id, amount, currency,
     coalesce(failed_at, created_at), false from sandbox.refunds where status = 'failed'`,
  `select id, 'dispute', 'adjustment', 'dispute', intent_id, -amount, currency, created_at, true from sandbox.disputes`,
  `select id, 'dispute', 'adjustment', 'dispute_reversal', intent_id, amount, currency,
     coalesce(closed_at, created_at), false from sandbox.disputes where status = 'won'`,
]

const BALANCE = `
  select 'txn_' || category || '_' || source_id as id, source_id, object, type, category, intent_id,
    abs(amount)::float8 as paid_amount, currency as paid_currency, settled::float8 as amount,
    case when not charges_fee then 0 when object = 'dispute' then ${DISPUTE_FEE}
      else round(settled * ${FEE_RATE}) + ${FIXED_FEE} end::float8 as fee,
    case when currency <> 'usd' then (1 / rate)::float8 end as exchange_rate, date_trunc('second', created_at) as created_at
  from (${SOURCES.join(' union all ')}) records join ${RATES} using (currency)
    cross join lateral (select round(amount / rate) as settled) s
  union all select 'txn_payout_' || id, id, 'payout', 'payout', 'payout', null, null, null, -amount::float8, 0, null,
    date_trunc('second', created_at) from sandbox.payouts`

type BalanceRow = {
  id: string
  source_id: string
  object: 'charge' | 'refund' | 'dispute' | 'payout'
  type: string
  category: string
  intent_id: string | null
  paid_amount: number | null
  paid_currency: string | null
  amount: number
  fee: number
  exchange_rate: number | null
  created_at: Date
}
type PayoutRow = { id: string; amount: string; created_at: Date }

export function addBalanceRoutes<ApiEnv extends Env>(api: Hono<ApiEnv>, pool: Pool): void {
  api.get('/v1/balance_transactions', async (c) => {
    await payOutPastDays(pool)
    const { limit, since, until, after } = pageParams(c)
    const { rows } = await pool.query<BalanceRow>(
      `with balance as (${BALANCE}) select b.* from balance b left join sandbox.payout_transactions p on p.id = b.id
       where b.created_at >= to_timestamp($1) and ($2::float8 is null or b.created_at < to_timestamp($2))
         and ($3 = '' or (b.created_at, b.id) < (select created_at, id from balance where id = $3))
         and ($4 = '' or p.payout_id = $4 or b.source_id = $4)
       order by b.created_at desc, b.id desc limit $5`,
      [since, until, after, c.req.query('payout') ?? '', limit + 1],
    )
    const isExpanded = new URL(c.req.url).search.includes('source')
    return listResponse(
      c,
      rows.slice(0, limit).map((row) => transactionJson(row, isExpanded)),
      rows.length > limit,
    )
  })
  api.get('/v1/payouts', async (c) => {
    await payOutPastDays(pool)
    const { limit, since, until, after } = pageParams(c)
    const { rows } = await pool.query<PayoutRow>(
      `select * from sandbox.payouts where created_at >= to_timestamp($1)
         and ($2::float8 is null or created_at < to_timestamp($2))
         and ($3 = '' or place < (select place from sandbox.payouts where id = $3))
       order by place desc limit $4`,
      [since, until, after, limit + 1],
    )
    return listResponse(c, rows.slice(0, limit).map(payoutJson), rows.length > limit)
  })
}

/** Once a day, what the days before left in the balance. Nothing while the balance is negative. */
export async function payOutPastDays(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('sandbox payouts', 0))`)
    await client.query(
      `with due as (
         select b.id, b.amount - b.fee as net from (${BALANCE}) b
         where b.object <> 'payout' and b.created_at < date_trunc('day', now() at time zone 'utc') at time zone 'utc'
           and not exists (select from sandbox.payout_transactions p where p.id = b.id)
       ), payout as (
         insert into sandbox.payouts (id, amount) select 'po_test_' || gen_random_uuid(), sum(net) from due having sum(net) > 0
         returning id
       ) insert into sandbox.payout_transactions (id, payout_id) select due.id, payout.id from due, payout`,
    )
  })
}

function listResponse(c: Context, data: object[], hasMore: boolean): Response {
  return c.json({ object: 'list', url: c.req.path, has_more: hasMore, data })
}

function pageParams(c: Context) {
  const until = c.req.query('created[lt]')
  return {
    limit: Math.min(100, Number(c.req.query('limit') ?? 10)),
    since: Number(c.req.query('created[gte]') ?? 0),
    until: until ? Number(until) : null,
    after: c.req.query('starting_after') ?? '',
  }
}

function transactionJson(row: BalanceRow, isExpanded: boolean) {
  const { id, source_id, type, category, amount, fee, exchange_rate, created_at } = row
  const created = toSeconds(created_at)
  return {
    ...{ id, object: 'balance_transaction', type, reporting_category: category, balance_type: 'payments' },
    ...{ amount, fee, net: amount - fee, currency: 'usd', exchange_rate },
    fee_details: fee ? [{ amount: fee, currency: 'usd', type: 'stripe_fee', description: null }] : [],
    source: isExpanded ? sourceJson(row) : source_id,
    ...{ status: 'available', description: null, created, available_on: created },
  }
}

function sourceJson({ source_id: id, object, intent_id, paid_amount, paid_currency, amount }: BalanceRow) {
  if (object === 'payout') return { id, object, amount: -amount, currency: 'usd' }
  const charge = object === 'charge' && { amount_captured: paid_amount }
  return { id, object, payment_intent: intent_id, amount: paid_amount, currency: paid_currency, ...charge }
}

const ARRIVAL_DAYS = 2

function payoutJson({ id, amount, created_at }: PayoutRow) {
  const created = toSeconds(created_at)
  const arrival = created + ARRIVAL_DAYS * 24 * 3600
  return {
    ...{
      id,
      object: 'payout',
      amount: Number(amount),
      currency: 'usd',
      automatic: true,
      type: 'bank_account',
    },
    status: arrival * 1000 <= Date.now() ? 'paid' : 'in_transit',
    ...{ reconciliation_status: 'completed', balance_transaction: `txn_payout_${id}`, failure_message: null },
    ...{ created, arrival_date: arrival, livemode: false, method: 'standard' },
  }
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)
