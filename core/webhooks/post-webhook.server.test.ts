import type dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startHttpServer } from '#test/http/raw-request.ts'
import { startWebhookReceiver } from '#test/http/webhook-receiver.ts'
import { postWebhook } from './post-webhook.server.ts'
import { FORBIDDEN_TARGET, forbiddenHost, isAllowedTarget } from './target-address.server.ts'

const BODY = { headers: {}, body: '{"type":"webhook.test"}' }
const DEMO = { allowLoopback: true }
const LIVE = { allowLoopback: false }

test('a response is read only in part, and its status decides', async () => {
  const receiver = await startWebhookReceiver()
  receiver.answer = (response) => void response.writeHead(200).end('Thanks')
  expect(await postWebhook({ url: receiver.url, ...BODY }, DEMO)).toMatchObject({
    ...{ status: 200, error: null, response: 'Thanks' },
  })
  receiver.answer = (response) => void response.writeHead(500).end('Sorry\0')
  expect(await postWebhook({ url: receiver.url, ...BODY }, DEMO)).toMatchObject({
    ...{ status: 500, error: 'The endpoint returned status 500.', response: 'Sorry�' },
  })
})

test('an answer of 50 MB is cut off', async () => {
  let sent = 0
  const url = await startHttpServer(async (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'a')
    response.writeHead(200)
    while (sent < 50 * 1024 * 1024 && !response.destroyed) {
      response.write(chunk)
      sent += chunk.length
      await sleep(0)
    }
    response.end()
  })
  const { status, error, response } = await postWebhook({ url, ...BODY }, DEMO)
  expect([status, error, response?.length]).toEqual([200, null, 2000])
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})

test('a receiver that never answers fails after the timeout, and one that answers slowly has answered', async () => {
  const silent = await startHttpServer(() => {})
  expect(await postWebhook({ url: silent, ...BODY }, { ...DEMO, timeout: 200 })).toMatchObject({
    ...{ status: null, error: 'No response within 0.2 seconds.' },
  })
  const trickling = await startHttpServer((_, response) => void response.writeHead(200).write('first'))
  expect(await postWebhook({ url: trickling, ...BODY }, { ...DEMO, timeout: 300 })).toMatchObject({
    ...{ status: 200, error: null },
  })
})

test('redirects are not followed', async () => {
  const target = await startWebhookReceiver()
  const receiver = await startWebhookReceiver()
  receiver.answer = (response) => void response.writeHead(307, { location: target.url }).end()
  const { status, error } = await postWebhook({ url: receiver.url, ...BODY }, DEMO)
  expect(status).toBe(307)
  expect(error).toContain(`It redirects to ${target.url}`)
  expect(target.received).toEqual([])
})

test('a server that is gone is named', async () => {
  expect(await postWebhook({ url: 'http://127.0.0.1:9/', ...BODY }, DEMO)).toMatchObject({
    ...{ status: null, error: 'The server refused the connection.' },
  })
})

test('nothing is sent to private addresses, however they are written', async () => {
  const receiver = await startWebhookReceiver()
  const { port } = new URL(receiver.url)
  const hosts = [
    ...['127.0.0.1', 'localhost', '0.0.0.0', '127.1', '2130706433', '0x7f.1', '0177.0.0.1'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
    ...['169.254.169.254', '[fd00:ec2::254]', '10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1'],
  ]
  for (const host of hosts)
    expect(await postWebhook({ url: `http://${host}:${port}/`, ...BODY }, LIVE), host).toMatchObject({
      ...{ status: null, error: FORBIDDEN_TARGET },
    })
  expect(receiver.received).toEqual([])
  for (const address of ['8.8.8.8', '2606:4700::1111']) expect(isAllowedTarget(address, LIVE)).toBe(true)
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '169.254.169.254', 'fe80::1'])
    expect(isAllowedTarget(address, DEMO), address).toBe(false)
})

test('with a list of hosts, nothing is sent to others', async () => {
  const receiver = await startWebhookReceiver()
  const { port } = new URL(receiver.url)
  const hosts = ['hooks.example.com', '*.example.net', '127.0.0.1']
  const post = (url: string) =>
    postWebhook({ url, ...BODY }, { ...DEMO, hosts, lookup: noAddress, timeout: 300 })
  const isRefused = async (host: string) =>
    (await post(`http://${host}:${port}/`)).error === forbiddenHost(hosts)
  const allowed = [
    'hooks.example.com',
    'HOOKS.example.com',
    'hooks.example.com.',
    'a.example.net',
    'a.b.example.net',
  ]
  for (const host of allowed) expect([host, await isRefused(host)]).toEqual([host, false])
  const others = [
    'example.com',
    'a.hooks.example.com',
    'hooks.example.com.evil.example',
    'example.net',
    'badexample.net',
  ]
  for (const host of [...others, '127.0.0.2', 'localhost', 'hooks.example.com@evil.example'])
    expect([host, await isRefused(host)]).toEqual([host, true])
  expect((await post(receiver.url)).status).toBe(204)
  expect(receiver.received).toHaveLength(1)
})

const noAddress = ((_: string, __: unknown, callback: (error: Error) => void) =>
  callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }))) as unknown as typeof dns.lookup

test('a name with one private address is refused, and a name that changes is connected to what was checked', async () => {
  const receiver = await startWebhookReceiver()
  const { port } = new URL(receiver.url)
  const url = `http://rebinding.example:${port}/`
  let lookups = 0
  const resolveTo = (...answers: string[][]) =>
    ((_: string, __: unknown, callback: (error: null, addresses: LookupAddress[]) => void) => {
      const addresses = answers[lookups++] ?? answers.at(-1) ?? []
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )
    }) as unknown as typeof dns.lookup
  const mixed = resolveTo(['93.184.216.34', '127.0.0.1'])
  expect(await postWebhook({ url, ...BODY }, { ...LIVE, lookup: mixed })).toMatchObject({
    error: FORBIDDEN_TARGET,
  })
  lookups = 0
  const rebinding = resolveTo(['203.0.114.1'], ['127.0.0.1'])
  const { status } = await postWebhook({ url, ...BODY }, { ...LIVE, lookup: rebinding, timeout: 300 })
  expect([status, lookups, receiver.received]).toEqual([null, 1, []])
})
