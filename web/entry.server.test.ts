import { RouterContextProvider } from 'react-router'
import { startTestServer } from '#test/http/http-server.ts'
import { loadPages } from '#test/pages.tsx'
import { expect, test } from '#test/store.ts'
import { handleError } from './entry.server.tsx'
import { type RequestContext, requestContextKey } from './request-context.ts'

test('a page that fails is logged, but not a visitor who leaves while a form arrives', async ({
  ctx,
  logEntries,
}) => {
  const context = new RouterContextProvider()
  context.set(requestContextKey, { ctx } as RequestContext)
  const request = new Request('http://localhost:3000/login', { method: 'POST' })
  const fail = (error: Error) => handleError(error, { request, context, params: {} } as never)
  fail(new DOMException('The operation was aborted', 'AbortError'))
  expect(logEntries).toEqual([])
  fail(new Error('A bug'))
  expect(logEntries).toMatchObject([{ event: 'page failed', path: '/login' }])
})

test('pages are rendered in development too', async ({ connection }) => {
  const { request } = await startTestServer({ connection, pages: await loadPages('development') })
  expect((await request('/login')).status).toBe(200)
})
