import { listNavigation } from '#core/content/navigation/navigation.server.ts'
import { connect } from '#db/connection.ts'
import { HTML, startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'

const connectionLost = new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })

/** A page whose first attempts lose their connection. */
async function startFailingPage(failures: number, options: Parameters<typeof startTestServer>[0]) {
  const attempts: string[] = []
  const { request, logEntries } = await startTestServer({
    ...options,
    pages: async ({ method }, requestContext) => {
      attempts.push(method)
      requestContext.cookies.setDevice(`attempt-${attempts.length}`)
      if (attempts.length > failures) return new Response('<h1>A page</h1>', { headers: HTML })
      requestContext.error = connectionLost
      return new Response('<h1>Something went wrong</h1>', { status: 500, headers: HTML })
    },
  })
  return { request, attempts, logEntries }
}

test('a page that loses its connection is repeated until the database is back', async ({ connection }) => {
  const { request, attempts, logEntries } = await startFailingPage(2, { connection, outageWait: 5000 })
  const { status, text, headers } = await request('/')
  expect([status, text]).toEqual([200, '<h1>A page</h1>'])
  expect(attempts).toHaveLength(3)
  expect(headers['set-cookie']).toHaveLength(1)
  expect(logEntries).toContainEqual(expect.objectContaining({ event: 'request repeated' }))
})

test('a page that loses its connection to the replica is repeated on the primary', async ({ connection }) => {
  const replica = connect({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const replicaReader = { readDb: () => replica.db, markStale() {}, stop() {} }
  const { request } = await startTestServer({
    connection,
    replicaReader,
    outageWait: 5000,
    pages: async (_request, requestContext) => {
      const { ctx } = requestContext
      try {
        return new Response(JSON.stringify(await listNavigation(ctx)), { headers: HTML })
      } catch (error) {
        requestContext.error = error
        return new Response('<h1>Something went wrong</h1>', { status: 500, headers: HTML })
      }
    },
  })
  expect((await request('/')).status).toBe(200)
  await replica.close()
})

test('a form is not repeated, because its first attempt may have committed', async ({ connection }) => {
  const { request, attempts } = await startFailingPage(1, { connection, outageWait: 5000 })
  const { status } = await request('/cart', { method: 'POST' })
  expect([status, attempts.length]).toEqual([503, 1])
})

test('a page that keeps failing returns 503 after the wait', async ({ connection }) => {
  const { request, attempts } = await startFailingPage(100, { connection, outageWait: 600 })
  expect((await request('/')).status).toBe(503)
  expect(attempts.length).toBeGreaterThan(1)
})

test('requests wait for the start of an outage only, so that a long one doesn’t pile them up', async () => {
  const { request, attempts } = await startFailingPage(100, { outageWait: 400 })
  expect((await request('/')).status).toBe(503)
  const firstAttempts = attempts.length
  expect((await request('/categories')).status).toBe(503)
  expect(attempts.length).toBe(firstAttempts + 1)
})
