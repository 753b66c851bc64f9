import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { startHttpServer } from '#test/http/raw-request.ts'
import { createLog } from '../log.ts'
import { createGeolocation, detectRegion, type Geolocation } from './geolocation.server.ts'

const VISITOR = '203.0.113.9'
const TIMEOUT = 100

/** Two services that answer as a test says, and what they were asked. */
async function startServices(primary: RequestListener, fallback: RequestListener = json({ country: 'CA' })) {
  const requests: string[] = []
  const url = await startHttpServer((request, response) => {
    requests.push(request.url ?? '')
    const respond = request.url?.startsWith('/first') ? primary : fallback
    respond(request, response)
  })
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', (line) => logged.push(JSON.parse(line)))
  const geolocation = createGeolocation({
    primary: `${url}/first/{ip}`,
    fallback: `${url}/second/{ip}`,
    log,
    timeout: TIMEOUT,
  })
  return { geolocation, requests, logged }
}

function json(body: unknown): RequestListener {
  return (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

const detect = (address: string, geolocation: Geolocation) =>
  detectRegion({ geolocation, visitor: { address } })

test('the first service is asked for the visitor’s address, and its country is the region', async () => {
  const { geolocation, requests } = await startServices(json({ country_code: 'IN' }))
  expect(await detect(VISITOR, geolocation)).toEqual({ region: 'IN', source: 'lookup' })
  expect(requests).toEqual([`/first/${VISITOR}`])
})

const FAILURES: Record<string, RequestListener> = {
  hangs: () => {},
  'hangs in the middle': (_, response) => void response.write('{"country_code": '),
  'answers HTML': (_, response) =>
    void response.setHeader('content-type', 'text/html').end('<h1>Too many requests</h1>'),
  'answers 429': (_, response) => void response.writeHead(429).end('{"country_code":"GB"}'),
  'answers without a country': json({ error: true, reason: 'RateLimited' }),
  'answers with a strange country': json({ country_code: { toString: 'GB' } }),
  'answers with a long country': json({ country_code: 'GBR' }),
  'answers null': json(null),
  'hangs up': (request) => void request.socket.destroy(),
}

for (const [what, primary] of Object.entries(FAILURES)) {
  test(`when the first service ${what}, the second is asked, and the log tells`, async () => {
    const { geolocation, requests, logged } = await startServices(primary)
    expect(await detect(VISITOR, geolocation)).toEqual({ region: 'CA', source: 'fallback' })
    expect(requests).toEqual([`/first/${VISITOR}`, `/second/${VISITOR}`])
    expect(logged).toMatchObject([{ event: 'region lookup failed' }])
    expect(JSON.stringify(logged)).not.toContain(VISITOR)
  })
}

test('when both fail, or name a country that we don’t serve, it is where everybody begins', async () => {
  for (const answers of [
    await startServices(FAILURES.hangs as RequestListener, FAILURES['answers HTML']),
    await startServices(json({ country_code: 'FR' })),
    await startServices(json({ country_code: 'toString' }), json({ country: '__proto__' })),
  ]) {
    const located = await detect(VISITOR, answers.geolocation)
    expect(located).toEqual({ region: 'US', source: 'default' })
  }
})

test('of addresses that belong to no place nobody is asked', async () => {
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
    const located = await detect(address, geolocation)
    expect([address, located]).toEqual([address, { region: 'US', source: 'default' }])
  }
  expect(requests).toEqual([])
})

test('a network is asked about once in a while, by however many at once', async () => {
  const { geolocation, requests } = await startServices(json({ country_code: 'GB' }))
  const lookups = ['2001:db9::1', '2001:db9::2', '2001:db9::1'].map((address) => detect(address, geolocation))
  for (const located of await Promise.all(lookups)) expect(located.region).toBe('GB')
  await detect('2001:db9:0:1::1', geolocation)
  expect(requests).toEqual(['/first/2001:db9::1', '/first/2001:db9:0:1::1'])
})

test('a service that is off is not asked', async () => {
  const log = createLog('error', () => {})
  const disabled = createGeolocation({ primary: 'off', fallback: 'off', log })
  expect(disabled.hosts).toEqual([])
  expect(await detect(VISITOR, disabled)).toEqual({ region: 'US', source: 'default' })
})
