import type { ClientBase } from 'pg'
import { type Chance, createChance } from './chance.ts'
import { copyRows } from './copy-rows.ts'
import { customerTables } from './grow-customers.ts'
import {
  type GrownOrder,
  grownReviewRows,
  growOrders,
  type Market,
  placeGrownOrder,
  tallyOrders,
  type Year,
} from './grow-orders.ts'
import { productTables } from './grow-products.ts'
import type { Row } from './insert-rows.ts'
import { ORDER_TABLES, orderRows } from './order-rows.ts'
import type { Standing } from './standing.ts'

export type Work = {
  client: ClientBase
  before: Standing
  chance: Chance
  market: Market
  /** Whether the market's products are new. */
  grown: boolean
  year: Year
  say: (line: string) => void
}

const BATCH = 4000

export async function copyCustomers({ client, market, chance, say }: Work): Promise<void> {
  for (const { slice, done } of batches(market.buyers)) {
    for (const [table, rows] of customerTables(slice, chance)) await copyRows(client, table, rows)
    progress(say, done, market.buyers.length, 'customers')
  }
}

export async function copyProducts({
  client,
  market,
  year,
  before,
  grown,
  chance,
  say,
}: Work): Promise<void> {
  const tally = tallyOrders(year)
  const shop = { ...before, now: market.now, grown }
  for (const { slice, from, done } of batches(market.products)) {
    const tables = productTables(slice, from, tally, shop, chance)
    for (const [table, rows] of tables) await copyRows(client, table, rows)
    if (grown) progress(say, done, market.products.length, 'products')
  }
}

export async function copyOrders({ client, market, year, before, grown, say }: Work): Promise<void> {
  const chance = createChance(year.seed + 1)
  let done = 0
  for (const orders of inBatches(growOrders(year))) {
    const rows = orders.map((order, nth) => {
      const placed = placeGrownOrder(order, `EB${before.lastOrder + done + nth + 1}`, market, chance)
      return orderRows(placed, before.admin, chance)
    })
    for (const table of ORDER_TABLES) {
      await copyRows(
        client,
        table,
        rows.flatMap((order) => order[table]),
      )
    }
    const reviews: Row[] = grown ? orders.flatMap((order) => grownReviewRows(order, market, chance)) : []
    await copyRows(client, 'reviews', reviews)
    done += orders.length
    progress(say, done, year.orders, 'orders')
  }
}

function batches<Item>(list: Item[]): { slice: Item[]; from: number; done: number }[] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, nth) => {
    const slice = list.slice(nth * BATCH, (nth + 1) * BATCH)
    return { slice, from: nth * BATCH, done: nth * BATCH + slice.length }
  })
}

function* inBatches(orders: Iterable<GrownOrder>): Generator<GrownOrder[]> {
  let batch: GrownOrder[] = []
  for (const order of orders) {
    if (batch.push(order) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** A line now and then, and one at the end. */
function progress(say: Work['say'], done: number, all: number, what: string): void {
  const often = Math.max(1, Math.ceil(all / BATCH / 10)) * BATCH
  if (done === all || done % often === 0)
    say(`${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} ${what}`)
}
