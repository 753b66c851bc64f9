import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { startHttpServer } from '#test/http/raw-request.ts'
import { createLog } from '../log.ts'
import { createGeolocation, detectRegion, type Geolocation } from './geolocation.server.ts'
import { DEFAULT_TERMS } from './terms.ts'

const VISITOR = '203.0.113.9'
// Long enough that a busy machine answers in time.
const TIMEOUT = 1000

/** Starts two lookup services and records the requests they receive. */
async function startServices(primary: RequestListener, fallback: RequestListener = json({ country: 'CA' })) {
  const requests: string[] = []
  const url = await startHttpServer((request, response) => {
    requests.push(request.url ?? '')
    const respond = request.url?.startsWith('/first') ? primary : fallback
    respond(request, response)
  })
  const logEntries: Record<string, unknown>[] = []
  const log = createLog('info', (line) => logEntries.push(JSON.parse(line)))
  const geolocation = createGeolocation({
    primary: `${url}/first/{ip}`,
    fallback: `${url}/second/{ip}`,
    log,
    timeout: TIMEOUT,
  })
  return { geolocation, requests, logEntries }
}

function json(body: unknown): RequestListener {
  return (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

const detect = (address: string, geolocation: Geolocation) =>
  detectRegion({ geolocation, visitor: { ipAddress: address }, terms: DEFAULT_TERMS })

test('the region is the country that the first service finds for the visitor’s address', async () => {
  const { geolocation, requests } = await startServices(json({ country_code: 'IN' }))
  expect(await detect(VISITOR, geolocation)).toEqual({ region: 'IN', source: 'lookup' })
  expect(requests).toEqual([`/first/${VISITOR}`])
})

const FAILURES: Record<string, RequestListener> = {
  hangs: () => {},
  'hangs in mid-response': (_, response) => void response.write('{"country_code": '),
  redirects: (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'returns too much': (_, response) =>
    response.end(JSON.stringify({ country_code: 'GB', more: 'x'.repeat(20_000) })),
  'returns HTML': (_, response) =>
    void response.setHeader('content-type', 'text/html').end('<h1>Too many requests</h1>'),
  'returns 429': (_, response) => void response.writeHead(429).end('{"country_code":"GB"}'),
  'returns no country': json({ error: true, reason: 'RateLimited' }),
  'returns a country that is not text': json({ country_code: { toString: 'GB' } }),
  'returns a three-letter country': json({ country_code: 'GBR' }),
  'returns null': json(null),
  'closes the connection': (request) => void request.socket.destroy(),
}

for (const [failure, primary] of Object.entries(FAILURES)) {
  test(`when the first service ${failure}, the second is called and the failure is logged`, async () => {
    const { geolocation, requests, logEntries } = await startServices(primary)
    expect(await detect(VISITOR, geolocation)).toEqual({ region: 'CA', source: 'fallback' })
    expect(requests).toEqual([`/first/${VISITOR}`, `/second/${VISITOR}`])
    expect(logEntries).toMatchObject([{ event: 'region lookup failed' }])
    expect(JSON.stringify(logEntries)).not.toContain(VISITOR)
  })
}

test('when both fail, or return a country without a region, the default region is used', async () => {
  for (const services of [
    await startServices(FAILURES.hangs as RequestListener, FAILURES['returns HTML']),
    await startServices(json({ country_code: 'FR' })),
    await startServices(json({ country_code: 'toString' }), json({ country: '__proto__' })),
  ]) {
    const detected = await detect(VISITOR, services.geolocation)
    expect(detected).toEqual({ region: 'US', source: 'default' })
  }
})

test('private and invalid addresses are never looked up', async () => {
  const { geolocation, requests } = await startServices(json({ country_code: 'GB' }))
  const privateAddresses = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.1',
    '192.168.0.7',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::9',
    '::ffff:10.0.0.1',
    '',
    'nonsense',
  ]
  for (const address of privateAddresses) {
    const detected = await detect(address, geolocation)
    expect([address, detected]).toEqual([address, { region: 'US', source: 'default' }])
  }
  expect(requests).toEqual([])
})

test('concurrent lookups of one network make a single request', async () => {
  const { geolocation, requests } = await startServices(json({ country_code: 'GB' }))
  const lookups = ['2001:db9::1', '2001:db9::2', '2001:db9::1'].map((address) => detect(address, geolocation))
  for (const detected of await Promise.all(lookups)) expect(detected.region).toBe('GB')
  await detect('2001:db9:0:1::1', geolocation)
  expect(requests).toEqual(['/first/2001:db9::1', '/first/2001:db9:0:1::1'])
})

test('a disabled service is not called', async () => {
  const log = createLog('error', () => {})
  const disabled = createGeolocation({ primary: 'off', fallback: 'off', log })
  expect(disabled.hosts).toEqual([])
  expect(await detect(VISITOR, disabled)).toEqual({ region: 'US', source: 'default' })
})
