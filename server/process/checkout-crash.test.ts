import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#db/connection.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { findDatabasePid, readDatabaseUrl, webProcesses } from '#test/processes/process-ids.ts'
import { freePort } from '#test/processes/running-store.ts'
import { startStore } from '#test/processes/store-processes.ts'
import { startShopper } from '#test/shoppers.ts'

const WITHIN_A_MINUTE = { timeout: 60_000, interval: 1000 }

test('no order is lost, duplicated, or wrong after the store, a web process, and the database are killed during checkouts', {
  timeout: 300_000,
}, async () => {
  const data = await createDemoFolder()
  const env = { DATA_DIR: data, PORT: String(await freePort()), RATE_LIMITS: 'off', WEB_CONCURRENCY: '2' }
  let store = await startStore(env)
  const { url } = store
  const products = await (await fetch(`${url}/api/v1/products?in_stock=true`)).json()
  const productIds = products.data
    .filter(({ stock }: { stock: number }) => stock > 60)
    .map(({ id }: { id: string }) => id)
  const shoppers = Array.from({ length: 5 }, () => startShopper({ url: () => url, productIds }))
  onTestFinished(async () => {
    await Promise.all(shoppers.map(({ stop }) => stop()))
  })

  const totalPaid = () => shoppers.reduce((sum, shopper) => sum + shopper.paid, 0)
  const waitForOrders = (count: number) => {
    const goal = totalPaid() + count
    return vi.waitUntil(() => totalPaid() >= goal, WITHIN_A_MINUTE)
  }
  await waitForOrders(5)
  for (const pid of webProcesses(store)) process.kill(pid, 'SIGKILL')
  await waitForOrders(5)
  const database = findDatabasePid(data)
  if (database) process.kill(database, 'SIGKILL')
  await waitForOrders(5)
  await store.kill()
  store = await startStore(env)
  await waitForOrders(5)
  await Promise.all(shoppers.map(({ stop }) => stop()))

  const connection = connect({ url: readDatabaseUrl(data) })
  onTestFinished(connection.close)
  const paid = totalPaid()
  expect(shoppers.flatMap(({ failures }) => failures)).toEqual([])
  await vi.waitFor(async () => {
    const { rows } = await connection.pool.query(
      `select (select count(*) from orders where payment_status = 'paid' and email like 'shopper%') as orders,
        (select count(*) from sandbox.sessions where paid) as sessions,
        (select count(*) from emails where kind = 'order-confirmed' and state = 'sent') as emails`,
    )
    expect(rows).toEqual([{ orders: paid, sessions: paid, emails: paid }])
    await expectBalancedBooks(connection.db)
  }, WITHIN_A_MINUTE)
})
