import type { ClientBase } from 'pg'
import { createSeededRandom, type SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
import { copyRows } from './copy-rows.ts'
import type { ExistingStore } from './existing-store.ts'
import { customerTables } from './grow-customers.ts'
import {
  type GeneratedMarket,
  type GeneratedOrder,
  generateOrders,
  reviewRowsFor,
  tallyOrders,
  toPlacedOrder,
  type YearPlan,
} from './grow-orders.ts'
import { productTables } from './grow-products.ts'
import { ORDER_TABLES, orderRows } from './order-rows.ts'

export type GrowthJob = {
  client: ClientBase
  existing: ExistingStore
  random: SeededRandom
  market: GeneratedMarket
  hasNewProducts: boolean
  year: YearPlan
  onProgress: (line: string) => void
}

const BATCH = 4000

export async function copyCustomers({ client, market, random, onProgress }: GrowthJob): Promise<void> {
  for (const { slice, done } of batches(market.buyers)) {
    for (const [table, rows] of customerTables(slice, random)) await copyRows(client, table, rows)
    reportProgress(onProgress, done, market.buyers.length, 'customers')
  }
}

export async function copyProducts({
  client,
  market,
  year,
  existing,
  hasNewProducts,
  random,
  onProgress,
}: GrowthJob): Promise<void> {
  const tally = tallyOrders(year)
  const context = { ...existing, now: market.now, hasNewProducts }
  for (const { slice, from, done } of batches(market.products)) {
    const tables = productTables(slice, from, tally, context, random)
    for (const [table, rows] of tables) await copyRows(client, table, rows)
    if (hasNewProducts) reportProgress(onProgress, done, market.products.length, 'products')
  }
}

export async function copyOrders({
  client,
  market,
  year,
  existing,
  hasNewProducts,
  onProgress,
}: GrowthJob): Promise<void> {
  const random = createSeededRandom(year.seed + 1)
  let done = 0
  for (const orders of batchOrders(generateOrders(year))) {
    const rows = orders.map((order, index) => {
      const placed = toPlacedOrder(order, `EB${existing.lastOrder + done + index + 1}`, market, random)
      return orderRows(placed, existing.admin, random)
    })
    for (const table of ORDER_TABLES) {
      await copyRows(
        client,
        table,
        rows.flatMap((order) => order[table]),
      )
    }
    const reviews: TableRow[] = hasNewProducts
      ? orders.flatMap((order) => reviewRowsFor(order, market, random))
      : []
    await copyRows(client, 'reviews', reviews)
    done += orders.length
    reportProgress(onProgress, done, year.orders, 'orders')
  }
}

function batches<Item>(list: Item[]): { slice: Item[]; from: number; done: number }[] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => {
    const slice = list.slice(index * BATCH, (index + 1) * BATCH)
    return { slice, from: index * BATCH, done: index * BATCH + slice.length }
  })
}

function* batchOrders(orders: Iterable<GeneratedOrder>): Generator<GeneratedOrder[]> {
  let batch: GeneratedOrder[] = []
  for (const order of orders) {
    if (batch.push(order) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

/** About ten lines per table. */
function reportProgress(
  onProgress: GrowthJob['onProgress'],
  done: number,
  total: number,
  label: string,
): void {
  const interval = Math.max(1, Math.ceil(total / BATCH / 10)) * BATCH
  if (done === total || done % interval === 0)
    onProgress(`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${label}`)
}
