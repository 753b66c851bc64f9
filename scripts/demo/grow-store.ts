import { Client, type ClientBase } from 'pg'
import { createChance } from './chance.ts'
import { copyCustomers, copyOrders, copyProducts, type Work } from './grow-copies.ts'
import { growCustomers } from './grow-customers.ts'
import { growProducts } from './grow-products.ts'
import { DEMO_LOCK } from './seed.ts'
import { knownProducts, standing } from './standing.ts'
import { trusted, withoutTriggers } from './trusted.ts'

export type Growth = { products: number; customers: number; orders: number }
export type Telling = { now: Date; say: (line: string) => void }

/** Adds a large catalogue, its customers and a year of their orders to what a store has: all of it or nothing. */
export async function growStore(url: string, growth: Growth, telling: Telling): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    const work = await planWork(client, growth, telling)
    await withoutTriggers(client, async () => {
      await trusted(client, () => copyCustomers(work))
      await copyProducts(work)
      await trusted(client, () => copyOrders(work))
    })
    await client.query('select tallies_rebuild()')
    await tellNodes(work)
    await client.query('commit')
    telling.say('Tidying up')
    if (work.grown) await client.query('select search_count_words()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end().catch(() => {})
  }
}

async function planWork(client: ClientBase, growth: Growth, { now, say }: Telling): Promise<Work> {
  const before = await standing(client)
  const seed = before.lastOrder + before.lastProduct + before.lastCustomer
  const chance = createChance(seed)
  const at = now.getTime()
  const grown = growProducts(growth.products, at, chance)
  const products = grown.length ? grown : await knownProducts(client)
  const buyers = growCustomers(growth.customers, before.lastCustomer, at, chance)
  if (growth.orders && !(products.length && buyers.length))
    throw new Error('Orders need products and customers.')
  const year = { orders: growth.orders, products: products.length, buyers: buyers.length, seed }
  return { client, before, chance, market: { products, buyers, now: at }, grown: grown.length > 0, year, say }
}

/** Running nodes drop their cached lists: one product of each category stands for all. */
async function tellNodes({ client, market, grown }: Work): Promise<void> {
  const ids = grown ? market.products.slice(0, 5).map(({ id }) => id) : []
  await client.query('select catalog_note_change(id) from unnest($1::text[]) as id', [ids])
}
