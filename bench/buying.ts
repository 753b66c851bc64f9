import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS } from '#test/buying.ts'
import { findDatabasePid } from '#test/processes.ts'
import { countingProxy } from './count-statements.ts'
import { cpuBelow } from './cpu.ts'
import { signedInCustomers } from './customers.ts'
import { type Asked, type Load, load } from './load.ts'
import { startBare, storeFigures } from './servers.ts'
import { openShop } from './shop.ts'
import { untilQuiet } from './until-quiet.ts'

/** What buying costs: the CPU of the web process, of the whole store with its jobs, and of the database; statements. */
type Row = {
  work: string
  perSecond: number
  web: number
  store: number
  database: number
  statements?: number
}

type Ask = NonNullable<Load['ask']>

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const CUSTOMERS = 100
const PRODUCTS = 24

const shop = await openShop({ processes: 1 })
const { pool, db } = shop.connection
const tokens: string[] = []
const products: string[] = []
const rows: Row[] = []
const visits: ReturnType<typeof nextLine>[] = []
let lines = 0
try {
  await untilQuiet(pool)
  tokens.push(...(await signedInCustomers(db, CUSTOMERS)))
  for (let nth = 0; nth < PRODUCTS; nth++)
    products.push((await buildProduct({ db, now: new Date() }, { stock: 1_000_000 })).id)
  await measureAll()
} finally {
  await shop.close()
}

async function measureAll(): Promise<void> {
  const toCart = await measure('add to a cart', 1, addLine)
  await pool.query('delete from cart_items')
  const checkout = await measure('checkout: line, quote, test order', 3, checkOut)
  const byCard = await measure('checkout by card, up to the page', 1, payByCard)
  const byHand = await measureByHand()
  await countStatements([
    { row: toCart, calls: 1, ask: addLine },
    { row: checkout, calls: 3, ask: checkOut },
    { row: byCard, calls: 1, ask: payByCard },
  ])
  report(checkout, byHand)
}

/** Each customer in turn, and a product for all of them before the next: no line is soon full. */
function nextLine() {
  const nth = lines++
  return {
    token: tokens[nth % tokens.length] ?? '',
    line: { product_id: products[Math.floor(nth / tokens.length) % products.length] ?? '', quantity: 1 },
  }
}

function addLine(): Asked {
  const { token, line } = nextLine()
  return post('/api/v1/cart/items', token, line)
}

/** A shopper does three things one after the other. */
function checkOut(connection: number, turn: number): Asked {
  const { token, line } = (turn % 3 ? visits[connection] : undefined) ?? nextLine()
  visits[connection] = { token, line }
  if (turn % 3 === 0) return post('/api/v1/cart/items', token, line)
  if (turn % 3 === 1) return post('/api/v1/quote', token, { items: [line] })
  return post('/api/v1/orders', token, { items: [line], shipping_address: ADDRESS, payment: 'demo' })
}

function payByCard(): Asked {
  const shipping_address = { ...ADDRESS, email: `${randomUUID()}@orchard.example` }
  const said = { items: [nextLine().line], shipping_address }
  return post('/api/v1/functions/create-stripe-checkout', undefined, said)
}

function post(path: string, token: string | undefined, said: unknown): Asked {
  const who: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const headers = { ...who, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return { method: 'POST', path, headers, body: JSON.stringify(said) }
}

type Figures = { web: number; store: number; database: number }

async function storeSpent(): Promise<Figures> {
  const { cpu: web } = await storeFigures(shop.first.url)
  const database = databaseSpent()
  // The embedded database hangs below the store that began it.
  return { web, store: cpuBelow(shop.first.process.pid ?? 0) - database, database }
}

function databaseSpent(): number {
  return cpuBelow(findDatabasePid(shop.data) ?? 0)
}

async function measure(work: string, calls: number, ask: Ask): Promise<Row> {
  const { url } = shop.first
  await load({ url, ask, seconds: 3 })
  await untilQuiet(pool)
  const before = await storeSpent()
  const { requests, perSecond, failures } = await load({ url, ask, seconds: SECONDS })
  if (failures) throw new Error(`${work}: ${failures} of ${requests} answers were refusals`)
  await untilQuiet(pool)
  return keep(work, { perSecond: perSecond / calls, done: requests / calls }, before, await storeSpent())
}

/** The same rows by hand, in one transaction behind a bare server. */
async function measureByHand(): Promise<Row> {
  const { rows: people } = await pool.query<{ id: string }>('select id from profiles limit 50')
  const bare = await startBare(['order', '0', shop.address, products[0] ?? '', ...people.map(({ id }) => id)])
  const spent = async () => {
    const cpu = await bare.cpu()
    return { web: cpu, store: cpu, database: databaseSpent() }
  }
  await load({ url: bare.url, seconds: 3 })
  const before = await spent()
  const { requests, perSecond } = await load({ url: bare.url, seconds: SECONDS })
  const row = keep('the same rows by hand', { perSecond, done: requests }, before, await spent())
  bare.stop()
  return row
}

type Done = { perSecond: number; done: number }

function keep(work: string, { perSecond, done }: Done, before: Figures, after: Figures): Row {
  const each = (figure: keyof Figures) => (after[figure] - before[figure]) / done
  const row = { work, perSecond, web: each('web'), store: each('store'), database: each('database') }
  rows.push(row)
  return row
}

/** Another node, whose questions pass by somebody who counts. */
async function countStatements(asked: { row: Row; calls: number; ask: Ask }[]): Promise<void> {
  const proxy = await countingProxy(shop.address)
  const node = await shop.another({ DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: shop.address })
  for (const { row, calls, ask } of asked) {
    await pool.query('delete from cart_items')
    const before = proxy.count()
    const { requests } = await load({ url: node.url, ask, connections: 1, seconds: 2 })
    row.statements = ((proxy.count() - before) * calls) / requests
  }
  await node.stop()
  proxy.close()
}

function report(checkout: Row, byHand: Row): void {
  console.table(
    rows.map(({ work, perSecond, web, store, database, statements }) => ({
      work,
      'per second': Math.round(perSecond),
      'CPU µs, web': Math.round(web),
      'with jobs': Math.round(store),
      'with database': Math.round(store + database),
      statements: statements ? statements.toFixed(1) : '',
    })),
  )
  const ratio = checkout.web / byHand.web
  console.log(
    `A checkout’s web process takes ${ratio.toFixed(1)} × the CPU of whoever writes its rows by hand.`,
  )
  mkdirSync('.data', { recursive: true })
  const at = new Date().toISOString()
  writeFileSync('.data/bench-buying.json', JSON.stringify({ at, rows, ratio }, null, 2))
}
