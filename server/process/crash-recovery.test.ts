import { expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from '#db/embedded/pid-file.ts'
import { sendRawRequest } from '#test/http/raw-request.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { findDatabasePid, webProcesses } from '#test/processes/process-ids.ts'
import { freePort } from '#test/processes/running-store.ts'
import { queryStore, startStore } from '#test/processes/store-processes.ts'

const WAIT = { timeout: 60_000, interval: 20 }
vi.setConfig({ testTimeout: 300_000 })

test('after kill -9 of the store, the next start has all its data and no leftovers in its way', async () => {
  const env = { DATA_DIR: await createDemoFolder(), PORT: String(await freePort()) }
  const first = await startStore(env)
  const updatedProducts = await queryStore(
    env.DATA_DIR,
    `update products set price = 123456 where slug = 'satin-lipstick-mulberry' returning id`,
  )
  const webPids = webProcesses(first)
  await first.kill()

  const second = await startStore(env)
  const { text } = await sendRawRequest(
    second.url,
    `/api/v1/products/${(updatedProducts[0] as { id: string }).id}`,
  )
  expect(JSON.parse(text)).toMatchObject({ price: 1234.56 })
  expect(second.output()).not.toMatch(/database migrated|"level":"error"/)
  await vi.waitFor(() => expect(webPids.filter(isAlive)).toEqual([]), WAIT)
  const emails = await queryStore(env.DATA_DIR, 'select key from emails')
  expect(emails).toEqual([{ key: 'store-opened' }])
})

test('a web process that stops answering is replaced', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder() })
  const [stopped = 0] = webProcesses(store)
  process.kill(stopped, 'SIGSTOP')
  await vi.waitUntil(() => !isAlive(stopped), WAIT)
  const readStatus = async () => (await sendRawRequest(store.url, '/health/live')).status
  await vi.waitFor(async () => expect(await readStatus()).toBe(200), WAIT)
  expect(store.output()).toContain('web process killed because it did not respond')
})

test('after kill -9 of its database, the store recovers by itself and shows later changes', async () => {
  const data = await createDemoFolder()
  const store = await startStore({ DATA_DIR: data, WEB_CONCURRENCY: '2' })
  await vi.waitUntil(() => webProcesses(store).length === 2, WAIT)
  const webPids = webProcesses(store)
  let isVisiting = true
  let visitCount = 0
  const statuses = new Set<number>()
  const visitors = [1, 2, 3].map(async () => {
    while (isVisiting)
      statuses.add(
        (await sendRawRequest(store.url, `/api/v1/products?limit=1&cursor=&region=US&n=${visitCount++}`))
          .status,
      )
  })
  for (const _time of [1, 2]) {
    const database = findDatabasePid(data) ?? 0
    process.kill(database, 'SIGKILL')
    await vi.waitUntil(() => findDatabasePid(data) !== database && !isAlive(database), WAIT)
    await vi.waitFor(
      async () => expect((await sendRawRequest(store.url, '/health/ready')).status).toBe(200),
      WAIT,
    )
  }
  await queryStore(data, `update products set name = 'Renamed since' where slug = 'white-peony-day-cream'`)
  await vi.waitFor(
    async () => expect((await sendRawRequest(store.url, '/categories')).text).toContain('Renamed since'),
    WAIT,
  )
  isVisiting = false
  await Promise.all(visitors)
  expect([...statuses]).toEqual([200])
  expect(webProcesses(store)).toEqual(webPids)
  expect(store.process.exitCode).toBeNull()
  expect(await store.stop()).toBe(0)
})

test('cached pages are served during a database outage, and readiness recovers after it', async () => {
  const data = await createDemoFolder()
  const store = await startStore({ DATA_DIR: data })
  // Resized photos replace placeholders. After the last one, pages no longer change by themselves.
  const allPicturesResized = async () =>
    expect((await sendRawRequest(store.url, '/categories')).text).not.toContain('/media/placeholders/')
  await vi.waitFor(allPicturesResized, { timeout: 45_000, interval: 500 })
  const home = await sendRawRequest(store.url, '/')
  const database = findDatabasePid(data) ?? 0
  process.kill(database, 'SIGSTOP')
  onTestFinished(() => {
    if (isAlive(database)) process.kill(database, 'SIGCONT')
  })
  expect((await sendRawRequest(store.url, '/')).text).toBe(home.text)
  expect((await sendRawRequest(store.url, '/health/live')).status).toBe(200)
  process.kill(database, 'SIGCONT')
  await vi.waitFor(
    async () => expect((await sendRawRequest(store.url, '/health/ready')).status).toBe(200),
    WAIT,
  )
})
