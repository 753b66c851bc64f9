import { expect, test } from 'vitest'
import { newToken } from '#core/accounts/sessions/tokens.ts'
import { TooManyRequests } from '#core/errors.ts'
import { startTestServer } from '#test/http/http-server.ts'

const pageResponse = (status: number) =>
  new Response('<h1>A page</h1>', { status, headers: { 'content-type': 'text/html' } })
const connectionLost = new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') })

test('a rate-limited page sends Retry-After', async () => {
  const { request } = await startTestServer({
    pages: async (_request, requestContext) => {
      requestContext.error = new TooManyRequests('Too often.', 42)
      return pageResponse(429)
    },
  })
  const { status, headers } = await request('/login')
  expect([status, headers['retry-after']]).toEqual([429, '42'])
})

test('a page that fails for lack of a database returns 503 with Retry-After; any other failure returns 500', async () => {
  let pageError: Error = connectionLost
  const { request } = await startTestServer({
    pages: async (_request, requestContext) => {
      requestContext.error = pageError
      return pageResponse(500)
    },
  })
  const unavailable = await request('/')
  expect([unavailable.status, Number(unavailable.headers['retry-after']) > 0]).toEqual([503, true])
  pageError = new Error('A bug')
  const internalError = await request('/')
  expect([internalError.status, internalError.headers['retry-after']]).toEqual([500, undefined])
})

test('a page that fails for lack of disk space or a lock returns 503 with Retry-After, as does a page that says so itself', async () => {
  const fullDisk = Object.assign(new Error('could not extend file'), { code: '53100' })
  const heldLock = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  let outcome: { status: number; error?: Error } = { status: 503 }
  const { request } = await startTestServer({
    pages: async (_request, requestContext) => {
      if (outcome.error) requestContext.error = outcome.error
      return pageResponse(outcome.status)
    },
  })
  for (outcome of [{ status: 503 }, { status: 500, error: fullDisk }, { status: 500, error: heldLock }]) {
    const { status, headers } = await request('/checkout')
    expect([status, headers['retry-after']]).toEqual([503, '5'])
  }
})

test('a signed-in request during a database outage gets 503, as HTML or JSON', async () => {
  const { request } = await startTestServer()
  const cookie = `eb_session=${newToken()}`
  const pageVisit = await request('/profile', { headers: { cookie, accept: 'text/html' } })
  expect([pageVisit.status, pageVisit.headers['retry-after']]).toEqual([503, '5'])
  expect(pageVisit.text).toContain('<h1>Something went wrong</h1>')
  const apiRequest = await request('/api/v1/profile', { headers: { authorization: `Bearer ${newToken()}` } })
  expect([apiRequest.status, apiRequest.headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(apiRequest.text)).toMatchObject({ error: { code: 'unavailable' } })
})
