import { setTimeout as sleep } from 'node:timers/promises'
import { retryFailedJobs } from '#core/outbox/outbox.server.ts'
import { type Connection, connect } from '#db/connection.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findDatabasePid, readDatabaseUrl, webProcesses } from '#test/processes/process-ids.ts'
import { type Shopper, startShopper } from '#test/shoppers.ts'
import type { BenchStore } from '../bench-store.ts'
import { type FaultReport, runFault } from './fault-report.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startStaff } from './staff.ts'

const SHOPPERS = 20
// Jobs that a kill interrupted run again one after the other, two seconds apart.
const SETTLE_TIMEOUT_MS = 600_000
// If no order is paid for this long, the store has not recovered.
const ORDER_TIMEOUT_MS = 120_000

/**
 * While shoppers buy by card, gift card, and Klarna, at once or confirmed later, and staff refund, kills in rotation a web process, the store, and its database
 * with SIGKILL.
 */
export async function runKills(load: { kills: number; orders: number }): Promise<FaultReport> {
  const mail = await startMailServer()
  try {
    return await runKillsWith(mail, load)
  } finally {
    await mail.close()
  }
}

function runKillsWith(
  mail: MailServer,
  { kills, orders }: { kills: number; orders: number },
): Promise<FaultReport> {
  const env = { SMTP_URL: mail.url }
  return runFault(`${kills} kills under ${SHOPPERS} shoppers`, { nodes: 1, env }, async (shop, problems) => {
    const { db } = shop.connection
    const products = [1, 2, 3, 4, 5].map(() => buildProduct({ db, now: new Date() }, { stock: 100_000 }))
    const productIds = (await Promise.all(products)).map(({ id }) => id)
    const chooseGiftCards = await prepareStore(shop.url(), orders)
    const shoppers = Array.from({ length: SHOPPERS }, (_, index) =>
      startShopper({
        ...{ url: shop.url, productIds, decide: chooseMethod },
        giftCardCodes: (order) => chooseGiftCards(index, order),
      }),
    )
    const staff = startStaff({
      url: shop.url,
      connect: async () => connect({ url: readDatabaseUrl(shop.data), max: 1 }),
    })
    const paidOrders = () => shoppers.reduce((sum, { paid }) => sum + paid, 0)
    for (let kill = 0; kill < kills; kill++) {
      await waitForPaidOrders(paidOrders, Math.ceil((orders * (kill + 1)) / (kills + 1)))
      await KILL_ACTIONS[kill % KILL_ACTIONS.length]?.(shop)
      if (kill % 10 === 9) console.error(`  ${kill + 1} kills, ${paidOrders()} orders`)
    }
    await waitForPaidOrders(paidOrders, orders)
    await Promise.all([staff.stop(), ...shoppers.map(({ stop }) => stop())])
    for (const failure of shoppers.flatMap(({ failures }: Shopper) => failures)) problems.push(failure)
    // The database may have restarted on another port.
    await shop.connection.close()
    shop.connection = connect({ url: readDatabaseUrl(shop.data), max: 2 })
    const byGiftCards = shoppers.reduce((sum, { paidByGiftCards }) => sum + paidByGiftCards, 0)
    const paid = { orders: paidOrders(), sessions: paidOrders() - byGiftCards }
    const { waited, retriedJobs } = await waitForSettlement(shop.connection, mail, paid, problems)
    const failedLater = shoppers.reduce((sum, shopper) => sum + shopper.failedLater, 0)
    const [redeemed] = (
      await shop.connection.pool.query(
        `select count(*) from orders where gift_card_amount between 1 and total_amount - 1
          and payment_status in ('paid', 'refunded')`,
      )
    ).rows
    const staffWork = Object.entries(staff.done).map(([name, count]) => `${name} ${count}`)
    const repeats = [...mail.arrivals.values()].reduce((sum, count) => sum + count - 1, 0)
    return `${paid.orders} orders paid, ${byGiftCards} by gift cards alone and ${redeemed.count} with the rest otherwise; ${failedLater} payments failed later; ${staffWork.join(', ')}; ${repeats} of ${mail.arrivals.size} emails sent twice; ${retriedJobs} jobs retried by the owner; all settled after ${(waited / 1000).toFixed(1)} s`
  })
}

type PaidCounts = { orders: number; sessions: number }

const ADMIN = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }

/**
 * Turns on Klarna, and issues gift cards. Of three orders of a shopper one is paid by a gift card that two shoppers share, and one partly by a card of its own.
 * Returns the codes for an order.
 */
async function prepareStore(url: string, orders: number) {
  const send = async (path: string, body: object, token?: string, method = 'POST') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const init = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}/api/v1${path}`, init)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { access_token: token } = await send('/auth/token', { grant_type: 'password', ...ADMIN })
  const headers = { authorization: `Bearer ${token}` }
  const { version } = await (await fetch(`${url}/api/v1/admin/settings`, { headers })).json()
  await send('/admin/settings', { version, payments: { methods: { klarna: true } } }, token, 'PATCH')
  const issue = async (amount: number): Promise<string> =>
    (await send('/admin/gift-cards', { amount, currency: 'usd' }, token)).code
  const shared: string[] = []
  const small: string[] = []
  for (let count = 0; count < SHOPPERS / 2; count++) shared.push(await issue(1_000_000))
  for (let count = 0; count < orders / 3; count++) small.push(await issue(700))
  return (shopper: number, order: number): string[] => {
    const code = order % 3 === 0 ? shared[shopper % shared.length] : order % 3 === 1 ? small.pop() : undefined
    return code ? [code] : []
  }
}

const DECISIONS = [undefined, 'approve', 'later', undefined, 'fail later'] as const

/** Of five orders that gift cards don’t pay, two are paid by card, and three by Klarna, one of which fails later. */
const chooseMethod = (order: number) => DECISIONS[order % DECISIONS.length]

const KILL_ACTIONS: ((shop: BenchStore) => Promise<void>)[] = [
  async ({ first }) => {
    const [pid] = webProcesses(first)
    if (pid) process.kill(pid, 'SIGKILL')
  },
  async (shop) => {
    await shop.first.kill()
    await shop.reopen()
  },
  async ({ data }) => {
    const pid = findDatabasePid(data)
    if (pid) process.kill(pid, 'SIGKILL')
  },
]

async function waitForPaidOrders(paidOrders: () => number, goal: number): Promise<void> {
  let last = paidOrders()
  let since = performance.now()
  while (paidOrders() < goal) {
    await sleep(20)
    if (paidOrders() > last) [last, since] = [paidOrders(), performance.now()]
    if (performance.now() - since > ORDER_TIMEOUT_MS)
      throw new Error(`No order was paid for ${ORDER_TIMEOUT_MS / 1000} s`)
  }
}

/** The provider's refunds and lost disputes, payment by payment, are the store's. */
async function findUnmatchedRefund(pool: Connection['pool']): Promise<string | undefined> {
  const { rows } = await pool.query(`
    select p.intent_id, provider.amount as provider, store.amount as store
    from payments p
    cross join lateral (select coalesce(sum(amount), 0)::bigint as amount from (
      select amount from sandbox.refunds r where r.intent_id = p.intent_id and r.status <> 'failed'
      union all select amount from sandbox.disputes d where d.intent_id = p.intent_id and d.status = 'lost') a) provider
    cross join lateral (select coalesce(sum(amount), 0)::bigint as amount from refunds r
      where r.payment_id = p.id and r.state = 'done' and r.tender = 'card') store
    where p.intent_id not like 'pi_demo%' and provider.amount <> store.amount limit 1`)
  return rows[0] && `A payment’s refunds differ: ${JSON.stringify(rows[0])}`
}

/**
 * Waits until every paid session has its order and its email, and the books balance. The owner retries jobs that two kills
 * interrupted.
 */
async function waitForSettlement(
  connection: Connection,
  mail: MailServer,
  paid: PaidCounts,
  problems: string[],
): Promise<{ waited: number; retriedJobs: number }> {
  let retriedJobs = 0
  const startedAt = performance.now()
  for (;;) {
    retriedJobs += await retryFailedJobs(connection.db).catch(() => 0)
    const problem = await findUnsettled(connection, mail, paid)
    const waited = performance.now() - startedAt
    if (!problem) return { waited, retriedJobs }
    if (waited > SETTLE_TIMEOUT_MS) {
      problems.push(`after ${SETTLE_TIMEOUT_MS / 1000} s: ${problem}`)
      return { waited, retriedJobs }
    }
    await sleep(250)
  }
}

async function findUnsettled(
  { pool, db }: Connection,
  mail: MailServer,
  paid: PaidCounts,
): Promise<string | undefined> {
  try {
    const { rows } = await pool.query(
      `select (select count(*) from orders where payment_status in ('paid', 'refunded') and email like 'shopper%') as orders,
        (select count(*) from sandbox.sessions where paid) as sessions,
        (select count(*) from emails where kind = 'order-confirmed' and state = 'sent') as emails,
        (select count(*) from payments p join sandbox.sessions s on s.id = p.provider_id join orders o on o.id = p.order_id
          where p.processing_at is not null and p.state = 'open' or s.failed and o.status <> 'cancelled') as unsettled`,
    )
    const found = { ...rows[0], delivered: mail.confirmedOrders() }
    const { orders, sessions } = paid
    const expected = { orders, sessions, emails: orders, unsettled: 0, delivered: orders }
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return `${JSON.stringify(found)}, but ${orders} orders were paid`
    await expectBalancedBooks(db)
    const unmatched = await findUnmatchedRefund(pool)
    if (unmatched) return unmatched
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
