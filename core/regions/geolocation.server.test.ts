import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { serve } from '#test/http.ts'
import { createLog } from '../log.ts'
import { createGeolocation, type Geolocation, locate } from './geolocation.server.ts'

const VISITOR = '203.0.113.9'
const SOON = 100

/** Two services that answer as a test says, and what they were asked. */
async function services(primary: RequestListener, fallback: RequestListener = json({ country: 'CA' })) {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(request.url ?? '')
    const answer = request.url?.startsWith('/first') ? primary : fallback
    answer(request, response)
  })
  const logged: Record<string, unknown>[] = []
  const log = createLog('info', (line) => logged.push(JSON.parse(line)))
  const geolocation = createGeolocation({
    primary: `${url}/first/{ip}`,
    fallback: `${url}/second/{ip}`,
    log,
    patience: SOON,
  })
  return { geolocation, asked, logged }
}

function json(said: unknown): RequestListener {
  return (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(said))
}

const ask = (address: string, geolocation: Geolocation) =>
  locate({ geolocation, visitor: { address, agent: null, device: null, forwarded: false } })

test('the first service is asked for the visitor’s address, and its country is the region', async () => {
  const { geolocation, asked } = await services(json({ country_code: 'IN' }))
  expect(await ask(VISITOR, geolocation)).toEqual({ region: 'IN', source: 'lookup' })
  expect(asked).toEqual([`/first/${VISITOR}`])
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
    const { geolocation, asked, logged } = await services(primary)
    expect(await ask(VISITOR, geolocation)).toEqual({ region: 'CA', source: 'fallback' })
    expect(asked).toEqual([`/first/${VISITOR}`, `/second/${VISITOR}`])
    expect(logged).toMatchObject([{ event: 'region lookup failed' }])
    expect(JSON.stringify(logged)).not.toContain(VISITOR)
  })
}

test('when both fail, or name a country that we don’t serve, it is where everybody begins', async () => {
  for (const answers of [
    await services(FAILURES.hangs as RequestListener, FAILURES['answers HTML']),
    await services(json({ country_code: 'FR' })),
    await services(json({ country_code: 'toString' }), json({ country: '__proto__' })),
  ]) {
    const located = await ask(VISITOR, answers.geolocation)
    expect(located).toEqual({ region: 'US', source: 'default' })
  }
})

test('of addresses that belong to no place nobody is asked', async () => {
  const { geolocation, asked } = await services(json({ country_code: 'GB' }))
  const nobodys = [
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
  for (const address of nobodys) {
    const located = await ask(address, geolocation)
    expect([address, located]).toEqual([address, { region: 'US', source: 'default' }])
  }
  expect(asked).toEqual([])
})

test('a network is asked about once in a while, by however many at once', async () => {
  const { geolocation, asked } = await services(json({ country_code: 'GB' }))
  const askers = ['2001:db9::1', '2001:db9::2', '2001:db9::1'].map((address) => ask(address, geolocation))
  for (const located of await Promise.all(askers)) expect(located.region).toBe('GB')
  await ask('2001:db9:0:1::1', geolocation)
  expect(asked).toEqual(['/first/2001:db9::1', '/first/2001:db9:0:1::1'])
})

test('a service that is off is not asked', async () => {
  const log = createLog('error', () => {})
  const off = createGeolocation({ primary: 'off', fallback: 'off', log })
  expect(off.hosts).toEqual([])
  expect(await ask(VISITOR, off)).toEqual({ region: 'US', source: 'default' })
})
