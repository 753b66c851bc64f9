import { parseArgs } from 'node:util'
import { explainConnectionError } from '#db/connection-error.ts'
import { growStore } from './grow-store.ts'
import type { GrowthCounts } from './plan-growth.ts'

const USAGE =
  'npm run demo:grow -- --products 100000 [--families 100000] --orders 1000000 [--customers 500000] [--database-url postgres://…]'

const startedAt = performance.now()

try {
  const { url, growth } = readArguments()
  await growStore(url, growth, { now: new Date(), onProgress: printProgress }).catch((error: unknown) => {
    throw explainConnectionError(error, url)
  })
  printProgress('Done')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readArguments(): { url: string; growth: GrowthCounts } {
  const { values } = parseArgs({
    options: {
      products: { type: 'string', default: '0' },
      families: { type: 'string', default: '0' },
      orders: { type: 'string', default: '0' },
      customers: { type: 'string' },
      'database-url': { type: 'string' },
    },
  })
  const url = values['database-url'] ?? process.env.DATABASE_URL
  if (!url) throw new Error(`Set DATABASE_URL or --database-url.\n${USAGE}`)
  const products = parseCount('products', values.products)
  const families = parseCount('families', values.families)
  const orders = parseCount('orders', values.orders)
  const customers = parseCount('customers', values.customers ?? String(Math.ceil(orders / 2)))
  if (products + families + customers + orders === 0) throw new Error(`Nothing to add.\n${USAGE}`)
  return { url, growth: { products, families, customers, orders } }
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`--${name} must be a whole number, not '${text}'.\n${USAGE}`)
  return Number(text)
}

function printProgress(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`${seconds.padStart(4)} s  ${line}`)
}
