import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { connect } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { isHealthy } from '#scripts/cluster/database.ts'
import { storeEnvironment } from '#scripts/cluster/machine-processes.ts'
import { findMissingRequirement } from '#scripts/cluster/requirements.ts'
import { lastApp, waitUntil } from '#scripts/cluster/start-stop.ts'
import { buildProduct } from '#test/builders.ts'
import { type ClusterClients, startClients } from './cluster/clients.ts'
import type { Fault } from './cluster/fault.ts'
import { FAULTS } from './cluster/faults.ts'
import { signInCustomers } from './customers.ts'

/** `npm run bench -- cluster [fault…]`, on a cluster that `npm run cluster -- up` started with RATE_LIMITS=off. */
const BUYERS = 3
const READERS = 2
const CALM_MS = 5000
const FAULT_MS = Number(process.env.BENCH_SECONDS ?? 40) * 1000

const OrderCount = z.strictObject({ street: z.string(), count: z.int() })

const problem = findMissingRequirement({ faults: true })
if (problem) throw new Error(problem)
const environment = storeEnvironment(lastApp())
const connection = connect({ url: environment.DATABASE_DIRECT_URL ?? '', max: 2 })
const tokens = await signInCustomers(connection.db, BUYERS)
// The product of an earlier run has the same slug as one without a name.
const newProduct = { name: `Cluster ${Date.now()}`, slug: `cluster-${Date.now()}`, stock: 1_000_000 }
const { id: productId } = await buildProduct({ db: connection.db, now: new Date() }, newProduct)
const selectedFaults = process.argv.slice(3)
const rows: Awaited<ReturnType<typeof measure>>[] = []
try {
  for (const [name, fault] of Object.entries(FAULTS))
    if (!selectedFaults.length || selectedFaults.includes(name)) rows.push(await measure(fault))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await connection.close()
  console.table(rows)
}
const isCorrect = rows.every(
  (row) =>
    !row.lost &&
    !row.duplicated &&
    !row['failed GETs'] &&
    row['retries succeeded'] === row['orders retried'] &&
    row.doctor === 'correct',
)
if (!isCorrect) process.exitCode = 1

async function measure(fault: Fault) {
  console.error(`${fault.name}…`)
  await waitUntil('the cluster is healthy', isHealthy)
  const clients = startClients({ tokens, productId, readers: READERS })
  await sleep(CALM_MS)
  const injectedAt = clients.now()
  const { repair, note } = await fault.inject()
  if (note) console.error(`  ${note}`)
  await sleep(Math.max(0, FAULT_MS - (clients.now() - injectedAt)))
  await repair()
  const repairedAt = clients.now()
  await waitUntil('the cluster is healthy', isHealthy)
  await waitUntil(
    'orders are acknowledged again',
    async () => (clients.acknowledgedAt.at(-1) ?? 0) > repairedAt,
  )
  await clients.stop()
  for (const page of new Set(clients.failedPages)) console.error(`  ${page}`)
  const row = {
    fault: fault.name,
    ...report(clients, injectedAt),
    ...(await compareOrders(clients)),
    doctor: runDoctor(),
  }
  console.error(JSON.stringify(row))
  return row
}

function report(
  { attempts, acknowledgedAt, pages, failedPages, slowestPage, slowPages }: ClusterClients,
  since: number,
) {
  const times = [since, ...acknowledgedAt.filter((time) => time > since)]
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  const retried = attempts.filter(({ tries }) => tries > 1)
  return {
    'longest gap, s': Number((Math.max(0, ...gaps) / 1000).toFixed(1)),
    acknowledged: acknowledgedAt.length,
    'orders retried': retried.length,
    'retries succeeded': retried.filter(({ acknowledged }) => acknowledged).length,
    GETs: pages,
    'failed GETs': failedPages.length,
    'GETs over 2 s': slowPages,
    'slowest GET, s': Number((slowestPage / 1000).toFixed(1)),
  }
}

async function compareOrders({ attempts }: ClusterClients) {
  const streets = attempts.map(({ street }) => street)
  const orders = await query(connection.db, OrderCount)`
    select shipping_address ->> 'address' as street, count(*) as count from orders
    where shipping_address ->> 'address' = any(${streets}) group by 1`
  const counts = new Map(orders.map(({ street, count }) => [street, count]))
  return {
    lost: attempts.filter(({ street, acknowledged }) => acknowledged && !counts.has(street)).length,
    duplicated: orders.filter(({ count }) => count > 1).length,
  }
}

/** The store's own checks. Those of the books compare orders, payments, ledger, and stock. */
function runDoctor(): string {
  const env = { ...process.env, ...environment }
  const { stdout, status } = spawnSync(process.execPath, ['scripts/doctor.ts'], { env, encoding: 'utf8' })
  if (status === 0 && stdout.includes('✓ Books and stock')) return 'correct'
  console.error(stdout)
  return 'failed'
}
