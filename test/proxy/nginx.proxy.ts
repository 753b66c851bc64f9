import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { z } from 'zod'
import { setPassword } from '#core/accounts/account.server.ts'
import { createHashing } from '#core/accounts/passwords/hashing.server.ts'
import type { Db } from '#db/connection.ts'
import { queryColumn } from '#db/sql.ts'
import { buildAccount, PASSWORD } from '../accounts.ts'
import { freePort, runStore } from '../processes/running-store.ts'
import { test as base, expect } from '../store.ts'
import { startNginx } from './start-nginx.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

type Proxied = Awaited<ReturnType<typeof startNginx>>
type Send = RequestOptions & { body?: string | Uint8Array }

/** One store behind nginx for each test. Both take a second. */
const test = base.extend<{
  proxy: Proxied
  send: SendToStore
}>({
  proxy: async ({ database: { url } }, use) => {
    const data = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-proxy-'))
    const port = String(await freePort())
    const store = await runStore({
      env: {
        DATA_DIR: data,
        DATABASE_URL: url,
        PORT: port,
        PUBLIC_URL: 'https://shop.example',
        TRUST_PROXY: '127.0.0.1/32',
        STORE_DEMO: 'off',
        ADMIN_EMAIL: 'owner@shop.example',
        ADMIN_SECOND_FACTOR: 'optional',
        SMTP_URL: 'smtp://127.0.0.1:1',
        AUTH_SECRET: 'a secret of more than thirty-two characters',
        GEO_URL: 'off',
        GEO_FALLBACK_URL: 'off',
      },
    })
    const nginx = await startNginx(port)
    await use(nginx)
    await nginx.stop()
    await store.stop()
    await rm(data, { recursive: true })
  },
  send: async ({ proxy }, use) => use((path, options) => sendTo(proxy, path, options)),
})

async function sendTo({ httpsPort, certificate }: Proxied, path: string, { body, ...options }: Send = {}) {
  const { headers, ...rest } = options
  const clientRequest = httpsRequest({
    host: '127.0.0.1',
    port: httpsPort,
    servername: 'shop.example',
    ca: certificate,
    path,
    headers: { host: 'shop.example', ...headers },
    agent: false,
    ...rest,
  })
  clientRequest.on('error', () => {})
  clientRequest.end(body)
  const [response] = await once(clientRequest, 'response')
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

async function openTls({ httpsPort, certificate }: Proxied, options: object = {}): Promise<TLSSocket> {
  const target = { host: '127.0.0.1', port: httpsPort, servername: 'shop.example', ca: certificate }
  const socket = connect({ ...target, ...options })
  await once(socket, 'secureConnect')
  return socket
}

type SendToStore = (path: string, options?: Send) => ReturnType<typeof sendTo>

/** Signs in over HTTPS to a new account, and returns its token. */
async function signInOverTls(db: Db, send: SendToStore, role: 'user' | 'admin', options: Send = {}) {
  const { email, id } = await buildAccount(db, { role })
  await setPassword(db, id, await createHashing().hash(PASSWORD))
  const response = await send('/api/v1/auth/token', {
    ...options,
    method: 'POST',
    headers: { ...options.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', email, password: PASSWORD }),
  })
  expect(response.status).toBe(200)
  return z.object({ access_token: z.string() }).parse(JSON.parse(response.body.toString())).access_token
}

test('plain HTTP is redirected to the store’s own name, except API calls, which are refused', async ({
  proxy,
}) => {
  for (const host of ['shop.example', 'evil.example']) {
    const clientRequest = httpRequest({
      port: proxy.httpPort,
      path: '/categories?sort=name',
      headers: { host },
    })
    clientRequest.end()
    const [response] = await once(clientRequest, 'response')
    expect([response.statusCode, response.headers.location]).toEqual([
      308,
      'https://shop.example/categories?sort=name',
    ])
    response.resume()
  }
  const apiRequest = httpRequest({
    port: proxy.httpPort,
    path: '/api/v1/products',
    headers: { host: 'shop.example' },
  })
  apiRequest.end()
  const [refusal] = await once(apiRequest, 'response')
  expect(refusal.statusCode).toBe(403)
  refusal.resume()
})

test('TLS 1.2 and 1.3 with HTTP/2 are spoken, older versions and other names are not', async ({
  proxy,
  send,
}) => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const versions = { minVersion: version, maxVersion: version, ALPNProtocols: ['h2'] }
    const socket = await openTls(proxy, versions)
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'h2'])
    socket.destroy()
  }
  for (const version of ['TLSv1', 'TLSv1.1'] satisfies SecureVersion[]) {
    const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
    await expect(openTls(proxy, versions)).rejects.toThrow(/protocol version|unsupported protocol/)
  }
  await expect(openTls(proxy, { servername: 'evil.example' })).rejects.toThrow('unrecognized name')
  expect((await send('/', { headers: { host: 'evil.example' } })).status).toBe(421)
})

test('each response has one HSTS header, the proxy’s own errors too', async ({ send }) => {
  const tooLarge = { method: 'POST', body: new Uint8Array(2_000_000) }
  const responses = [
    [200, await send('/')],
    [200, await send('/favicon.svg')],
    [413, await send('/api/v1/quote', tooLarge)],
    [404, await send('/metrics')],
    [405, await send('/', { method: 'TRACE' })],
  ] as const
  for (const [status, response] of responses)
    expect([response.status, response.headers['strict-transport-security']]).toEqual([status, HSTS])
})

test('the store sees the client’s address, whatever the client claims', async ({ send, connection }) => {
  const claims = {
    'x-forwarded-for': '198.51.100.7, 127.0.0.1',
    'x-real-ip': '198.51.100.7',
    forwarded: 'for=198.51.100.7',
  }
  await signInOverTls(connection.db, send, 'user', { localAddress: '127.0.0.2', headers: claims })
  const addresses = await queryColumn(connection.db, z.string())`select ip_address from auth_sessions`
  expect(addresses).toEqual(['127.0.0.2'])
})

test('cookies are secure, and links lead to the public address', async ({ send }) => {
  const region = await send('/region', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
    body: 'region=GB&back=/',
  })
  expect(region.headers['set-cookie']?.[0]).toMatch(/^__Host-userSelectedRegion=GB; .*; Secure$/)
  expect((await send('/sitemap.xml')).body.toString()).toContain('<loc>https://shop.example/')
})

test('an upload of 15 MB arrives whole', async ({ send, connection }) => {
  const token = await signInOverTls(connection.db, send, 'admin')
  const form = new FormData()
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(15_000_000)])
  form.append('file', new Blob([bytes]), 'lookbook.pdf')
  const upload = new Request('https://shop.example', { method: 'POST', body: form })
  const response = await send('/api/v1/storage/admin-uploads', {
    method: 'POST',
    headers: { 'content-type': upload.headers.get('content-type') ?? '', authorization: `Bearer ${token}` },
    body: new Uint8Array(await upload.arrayBuffer()),
  })
  expect(response.status).toBe(201)
  const file = JSON.parse(response.body.toString())
  const download = await send(new URL(file.url).pathname)
  expect(download.body.length).toBe(bytes.length)
})

test('a request for a WebSocket gets the page', async ({ send }) => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'x',
    'sec-websocket-version': '13',
  }
  expect((await send('/contact', { headers: upgrade })).status).toBe(200)
})

test('slow headers and slow bodies are cut', async ({ proxy }) => {
  const head = 'POST /api/v1/quote HTTP/1.1\r\nHost: shop.example\r\n'
  const secondsUntilCut = async (request: string) => {
    const socket = await openTls(proxy)
    const startedAt = Date.now()
    socket.write(request)
    await text(socket).catch(() => {})
    return (Date.now() - startedAt) / 1000
  }
  const [slowHeaders, slowBody] = await Promise.all([
    secondsUntilCut(head),
    secondsUntilCut(`${head}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`),
  ])
  expect(slowHeaders).toBeLessThan(20)
  expect(slowBody).toBeLessThan(35)
})
