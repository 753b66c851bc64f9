import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { startStore } from '#test/processes/store-processes.ts'

type ExportedSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string }
type Export = { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] }

/** An OpenTelemetry collector that receives spans by HTTP. */
async function startCollector() {
  const spans: ExportedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    const { resourceSpans } = JSON.parse(body) as Export
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The collector has no port')
  return { url: `http://127.0.0.1:${address.port}`, spans, bodies }
}

test('the ID of a request is that of its trace, with its statements and its jobs', {
  timeout: 60_000,
}, async () => {
  const collector = await startCollector()
  const store = await startStore({
    DATA_DIR: await createDemoFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'info',
  })
  const forged = '00-11111111111111111111111111111111-2222222222222222-01'
  const response = await fetch(`${store.url}/api/v1/auth/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: forged },
    body: JSON.stringify({ email: 'grace@eternalbeauty.example', redirectTo: '/' }),
  })
  expect(response.ok).toBe(true)
  const requestId = response.headers.get('x-request-id')
  const spansOf = (name: string) =>
    collector.spans.filter((span) => span.traceId === requestId && span.name === name)
  await vi.waitUntil(() => spansOf('job send-email').length > 0, { timeout: 30_000, interval: 100 })
  await store.stop()

  const [request] = spansOf('POST /api/v1/auth/recover')
  expect(request?.parentSpanId ?? '').toBe('')
  expect(spansOf('select').some(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true)
  expect(spansOf('job password-reset-requested')).toHaveLength(1)
  expect(store.output()).toContain(`"requestId":"${requestId}"`)
  expect(collector.bodies.join()).not.toContain('grace@')
})

test('a collector that doesn’t respond delays neither pages nor the exit', { timeout: 60_000 }, async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const store = await startStore({
    DATA_DIR: await createDemoFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  expect((await fetch(`${store.url}/cart`)).status).toBe(200)
  expect(await store.stop()).toBe(0)
})
