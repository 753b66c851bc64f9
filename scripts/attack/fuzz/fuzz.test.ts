import { connect } from '#db/connection.ts'
import { createProvider } from '#test/payments/test-provider.ts'
import { readDatabaseUrl } from '#test/processes/process-ids.ts'
import { createDataFolder, startStore } from '#test/processes/store-processes.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import type { FuzzReport } from './fuzz-api.ts'
import { fuzzStore } from './fuzz-store.ts'

// `npm run attack -- fuzz` sets the count and tests the built store, with its demo.
const COUNT = Number(process.env.FUZZ_COUNT ?? 0)
const SEED = Number(process.env.FUZZ_SEED ?? 16)
const only = new RegExp(process.env.FUZZ_ONLY ?? '.')

function expectNoProblems(reports: FuzzReport[]): void {
  if (COUNT) console.info(reports.map(({ requests, statuses }) => ({ requests, statuses })))
  expect(reports.flatMap(({ problems }) => problems)).toEqual([])
}

test.skipIf(COUNT)(
  'generated requests find no bug and no one else’s data',
  { timeout: 180_000 },
  async ({ connection }) => {
    const env = { RATE_LIMITS: 'off' }
    const store = createTestStore(connection, { env, payments: createProvider() })
    const document = await (await store.visitor().get('/api/openapi.json')).json()
    const reports = await fuzzStore({
      ...{ connection, document, only, seed: SEED, count: 6, staffCount: 2, takeTurns: true },
      async send({ method, path, headers, body }) {
        const startedAt = performance.now()
        const options = typeof body === 'string' ? { text: body, headers } : { bytes: body, headers }
        const response = await store.visitor().request(method, path, options)
        const text = await response.text()
        const milliseconds = performance.now() - startedAt
        return { status: response.status, headers: response.headers, text, milliseconds }
      },
    })
    expectNoProblems(reports)
  },
)

test.runIf(COUNT)('neither do they in the built store', { timeout: 3_600_000 }, async () => {
  const data = createDataFolder()
  const { url } = await startStore({ DATA_DIR: data, RATE_LIMITS: 'off' })
  const connection = connect({ url: readDatabaseUrl(data), max: 4 })
  const document = await (await fetch(`${url}/api/openapi.json`)).json()
  const sniffing = new Set<string | null>()
  const reports = await fuzzStore({
    ...{ connection, document, only, seed: SEED, count: COUNT, staffCount: Math.ceil(COUNT / 10) },
    async send({ method, path, headers, body }) {
      const startedAt = performance.now()
      const response = await fetch(url + path, { method, headers, body, redirect: 'manual' })
      const text = await response.text()
      sniffing.add(response.headers.get('x-content-type-options'))
      const milliseconds = performance.now() - startedAt
      return { status: response.status, headers: response.headers, text, milliseconds }
    },
  }).finally(connection.close)
  expectNoProblems(reports)
  expect([...sniffing]).toEqual(['nosniff'])
})
