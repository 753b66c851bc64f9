import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect } from '#db/connection.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findDatabasePid, readDatabaseUrl, webProcesses } from '#test/processes.ts'
import { type Shopper, startShopper } from '#test/shoppers.ts'
import type { Shop } from '../shop.ts'
import { type Finding, look } from './finding.ts'

const SHOPPERS = 20
const SETTLED_WITHIN = 60_000
/** Longer than this without an order sold means that the store does not come back. */
const PATIENCE = 120_000

/** kill -9 of a web process, of the whole app and of its database in turn, while shoppers go on buying by card. */
export function kills({ kills, orders }: { kills: number; orders: number }): Promise<Finding> {
  return look(`${kills} kills under ${SHOPPERS} shoppers`, 1, async (shop, wrong) => {
    const { db } = shop.connection
    const products = [1, 2, 3, 4, 5].map(() => buildProduct({ db, now: new Date() }, { stock: 100_000 }))
    const productIds = (await Promise.all(products)).map(({ id }) => id)
    const shoppers = Array.from({ length: SHOPPERS }, () => startShopper({ url: shop.url, productIds }))
    const bought = () => shoppers.reduce((sum, { paid }) => sum + paid, 0)
    for (let kill = 0; kill < kills; kill++) {
      await untilBought(bought, Math.ceil((orders * (kill + 1)) / (kills + 1)))
      await KILLS[kill % KILLS.length]?.(shop)
      if (kill % 10 === 9) console.error(`  ${kill + 1} kills, ${bought()} orders`)
    }
    await untilBought(bought, orders)
    await Promise.all(shoppers.map(({ stop }) => stop()))
    for (const failure of shoppers.flatMap(({ failures }: Shopper) => failures)) wrong.push(failure)
    // The database may have been opened anew elsewhere.
    await shop.connection.close()
    shop.connection = connect({ url: readDatabaseUrl(shop.data), max: 2 })
    const settled = await untilSettled(shop.connection, bought(), wrong)
    return `${bought()} orders paid; all settled after ${(settled / 1000).toFixed(1)} s`
  })
}

const KILLS: ((shop: Shop) => Promise<void>)[] = [
  async ({ first }) => {
    const [victim] = webProcesses(first)
    if (victim) process.kill(victim, 'SIGKILL')
  },
  async (shop) => {
    await shop.first.kill()
    await shop.reopen()
  },
  async ({ data }) => {
    const victim = findDatabasePid(data)
    if (victim) process.kill(victim, 'SIGKILL')
  },
]

async function untilBought(bought: () => number, goal: number): Promise<void> {
  let last = bought()
  let since = performance.now()
  while (bought() < goal) {
    await sleep(20)
    if (bought() > last) [last, since] = [bought(), performance.now()]
    if (performance.now() - since > PATIENCE) throw new Error(`Nothing was sold for ${PATIENCE / 1000} s`)
  }
}

/** Milliseconds until every paid session has its order and its letter, and the books are straight. */
async function untilSettled(connection: Connection, paid: number, wrong: string[]): Promise<number> {
  const began = performance.now()
  for (;;) {
    const problem = await unsettled(connection, paid)
    const waited = performance.now() - began
    if (!problem) return waited
    if (waited > SETTLED_WITHIN) {
      wrong.push(`after ${SETTLED_WITHIN / 1000} s: ${problem}`)
      return waited
    }
    await sleep(250)
  }
}

async function unsettled({ pool, db }: Connection, paid: number): Promise<string | undefined> {
  try {
    const { rows } = await pool.query(
      `select (select count(*) from orders where payment_status = 'paid' and email like 'shopper%') as orders,
        (select count(*) from sandbox.sessions where paid) as sessions,
        (select count(*) from letters where kind = 'order-confirmed' and state = 'sent') as letters,
        (select count(*) from mailbox where recipient like 'shopper%') as received,
        (select count(distinct recipient) from mailbox where recipient like 'shopper%') as readers`,
    )
    const due = { orders: paid, sessions: paid, letters: paid, received: paid, readers: paid }
    if (JSON.stringify(rows[0]) !== JSON.stringify(due))
      return `${JSON.stringify(rows[0])}, where ${paid} were paid`
    await expectBalancedBooks(db)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
