import { existsSync } from 'node:fs'
import { Agent, type ClientRequest, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isAlive } from '#db/embedded/pid-file.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { findDatabasePid, webProcesses } from '#test/processes/process-ids.ts'
import { freePort, launchStore, type RunningStore, waitForOutput } from '#test/processes/running-store.ts'
import { createDataFolder, queryStore, startStore } from '#test/processes/store-processes.ts'

const WAIT = { timeout: 60_000, interval: 10 }
vi.setConfig({ testTimeout: 300_000 })

function processesOf(store: RunningStore, data: string): number[] {
  const pids = [store.process.pid, findDatabasePid(data), ...webProcesses(store)]
  return pids.filter((pid) => pid !== undefined)
}

async function launchTestStore(data: string): Promise<RunningStore> {
  const store = launchStore({ env: { DATA_DIR: data, PORT: String(await freePort()), WEB_CONCURRENCY: '2' } })
  onTestFinished(store.kill)
  return store
}

test('Ctrl-C ends the store, its web processes and its database', async () => {
  const data = await createDemoFolder()
  const store = await startStore({ DATA_DIR: data, WEB_CONCURRENCY: '2' })
  await vi.waitUntil(() => webProcesses(store).length === 2, WAIT)
  const processes = processesOf(store, data)
  expect(processes).toHaveLength(4)
  // From the terminal and from npm at once.
  store.process.kill('SIGINT')
  expect(await store.stop()).toBe(0)
  expect(processes.filter(isAlive)).toEqual([])
  expect(existsSync(path.join(data, 'postgres/postmaster.pid'))).toBe(false)
  await expect(fetch(store.url)).rejects.toThrow('fetch failed')
})

test('Ctrl-C during the first start leaves nothing running, and the next start succeeds', async () => {
  const data = createDataFolder()
  const startStages: ((store: RunningStore) => Promise<unknown>)[] = [
    () => vi.waitUntil(() => findDatabasePid(data), WAIT),
    (store) => waitForOutput(store, 'database migrated'),
    () => vi.waitUntil(() => findDatabasePid(data), WAIT),
  ]
  for (const untilStage of startStages) {
    const store = await launchTestStore(data)
    await untilStage(store)
    const database = findDatabasePid(data) ?? 0
    expect(await store.stop()).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(store.output()).not.toMatch(/Error|is open at/)
  }
  await startStore({ DATA_DIR: data })
  expect(await queryStore(data, 'select count(*)::int as products from listings')).toEqual([{ products: 24 }])
  expect(await queryStore(data, 'select count(*)::int as emails from emails')).toEqual([{ emails: 1 }])
})

type VisitResult = { status: number | undefined; failure?: string }

function fetchPage(url: string, agent: Agent | false): Promise<VisitResult> {
  return new Promise((resolve) => {
    const clientRequest: ClientRequest = request(url, { agent }, async (response) => {
      await text(response).then(
        () => resolve({ status: response.statusCode }),
        (error) => resolve({ status: undefined, failure: error.code }),
      )
    })
    clientRequest.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: undefined, failure: error.code }),
    )
    clientRequest.end()
  })
}

test('while the store shuts down, visitors are served until it stops listening', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder(), WEB_CONCURRENCY: '2' })
  await vi.waitUntil(() => webProcesses(store).length === 2, WAIT)
  let hasExited = false
  void store.exited.then(() => {
    hasExited = true
  })
  let visits = 0
  const visitor = async (number: number) => {
    const agent = number % 2 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false
    const results: VisitResult[] = []
    while (results.at(-1)?.failure !== 'ECONNREFUSED' && !hasExited) {
      // A cached page, an asset, and an uncached page.
      const address = ['/', '/favicon.svg', `/categories?visit=${number}-${visits}`][visits++ % 3]
      results.push(await fetchPage(`${store.url}${address}`, agent))
    }
    return results
  }
  const visitors = [1, 2, 3, 4, 5, 6].map(visitor)
  await vi.waitUntil(() => visits > 200, WAIT)
  const visitsBefore = visits
  store.process.kill('SIGTERM')
  for (const results of await Promise.all(visitors)) {
    const failedVisits = results.slice(0, -1).filter(({ status }) => status !== 200)
    // The last connection may be accepted by the system but never by the store.
    const isConnectionReset =
      failedVisits.length === 1 &&
      failedVisits[0] === results.at(-2) &&
      failedVisits[0]?.failure === 'ECONNRESET'
    expect(isConnectionReset ? [] : failedVisits).toEqual([])
  }
  expect(await store.exited).toBe(0)
  expect(visits - visitsBefore).toBeGreaterThan(10)
})

test('a web process that is starting when the store shuts down exits, too', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder(), WEB_CONCURRENCY: '2' })
  await vi.waitUntil(() => webProcesses(store).length === 2, WAIT)
  const [first = 0, second = 0] = webProcesses(store).toSorted((one, other) => one - other)
  process.kill(second, 'SIGSTOP')
  store.process.kill('SIGTERM')
  await vi.waitUntil(() => !isAlive(first), WAIT)
  process.kill(second, 'SIGCONT')
  expect(await store.exited).toBe(0)
  expect(isAlive(second)).toBe(false)
})

test('a web process that doesn’t exit is killed', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder() })
  const [pid = 0] = webProcesses(store)
  process.kill(pid, 'SIGSTOP')
  store.process.kill('SIGTERM')
  expect(await store.exited).toBe(0)
  expect(isAlive(pid)).toBe(false)
  expect(store.output()).toContain('web process killed because it did not exit')
})

test('a form still being sent when the store shuts down is answered', async () => {
  const store = await startStore({ DATA_DIR: await createDemoFolder() })
  const body = 'region=GB&back=%2Fcategories'
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
  const sending = request(`${store.url}/region`, { method: 'POST', headers, agent: false })
  const responded = new Promise((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', (response) => resolve([response.statusCode, response.headers.location]))
  })
  sending.write(body.slice(0, 10))
  await fetchPage(store.url, false)
  store.process.kill('SIGTERM')
  await vi.waitFor(() => expect(fetch(store.url)).rejects.toThrow(), WAIT)
  sending.end(body.slice(10))
  expect(await responded).toEqual([302, '/categories'])
  expect(await store.exited).toBe(0)
})
