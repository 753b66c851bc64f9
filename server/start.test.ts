import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, vi } from 'vitest'
import { sendRawRequest } from '#test/http/raw-request.ts'
import { freePort, runStore } from '#test/processes/running-store.ts'
import {
  createDataFolder,
  createTestFolder,
  runFailedStart,
  startStore,
} from '#test/processes/store-processes.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

/** One store for this file, in a folder name with spaces and umlauts. */
// biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
const test = base.extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
  const { data, remove } = createTestFolder('Frau Müllers Läden')
  const store = await runStore({ env: { DATA_DIR: data, LOG_LEVEL: 'warn' } })
  onCleanup(async () => {
    await store.stop()
    await remove()
  })
  return {
    ...store,
    data,
    request: (urlPath: string, options?: Parameters<typeof sendRawRequest>[2]) =>
      sendRawRequest(store.url, urlPath, options),
  }
})

const isOneLine = (output: string) => output.trim().split('\n').length === 1

test('an empty folder becomes a running store, and the banner shows its URL and accounts', async ({
  store,
}) => {
  const home = await store.request('/')
  expect(home.status).toBe(200)
  expect(home.text).toContain('Popular Beauty Products')
  expect(JSON.parse((await store.request('/health/ready')).text)).toEqual({ ready: true })
  expect(JSON.parse((await store.request('/api/v1/products')).text).data).toHaveLength(24)
  expect(store.output()).toContain(`Eternal Beauty is open at ${store.url}`)
  expect(store.output()).toMatch(/Admin +admin@eternalbeauty\.example · beauty-admin/)
  expect(store.output()).toContain(`Data      ${store.data}`)
  expect(readdirSync(store.data)).toEqual(expect.arrayContaining(['auth-secret', 'postgres']))
})

test('the build renders with the production versions of libraries', () => {
  const names = readdirSync('build/server', { recursive: true, encoding: 'utf8' })
  const code = names
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join('build/server', name), 'utf8'))
  const reactDomBuilds = code.flatMap(
    (text) => text.match(/react-dom-server\S*?\.(?:production|development)\.js/g) ?? [],
  )
  expect(reactDomBuilds).not.toEqual([])
  expect(reactDomBuilds.filter((name) => name.includes('development'))).toEqual([])
})

test('every page lists its scripts in its content security policy, and supports conditional requests', async ({
  store,
}) => {
  const { data } = JSON.parse((await store.request('/api/v1/products')).text)
  const pages = ['/', '/categories', `/product/${data[0].id}`, '/nowhere', '/product/prd_nothing']
  for (const page of pages) {
    const { status, headers, text } = await store.request(page)
    const policy = String(headers['content-security-policy'])
    const scripts = [...text.matchAll(/<script(?![^>]*(?:\bsrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, body = '']) => body,
    )
    expect(scripts.length).toBeGreaterThan(2)
    for (const script of scripts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    }
    expect(policy).not.toContain('unsafe')
    if (status !== 200) continue
    // A new store is still resizing its pictures, which changes pages between two requests.
    await expect.poll(() => revalidate(store.url, page), { timeout: 10_000 }).toBe(304)
  }
})

async function revalidate(url: string, page: string): Promise<number> {
  const { headers } = await sendRawRequest(url, page)
  const conditional = { headers: { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' } }
  return (await sendRawRequest(url, page, conditional)).status
}

test('no URL causes a redirect to another site or a server error', async ({ store }) => {
  const addresses = [
    ...['//evil.example', '/\\evil.example', '/%2Fevil.example', '/%5C%5Cevil.example', '/.//evil.example'],
    ...['/%', '/%E0%A4%A', '/product/%', '/product/%00', '/product/%2e%2e%2f', '/categories%00', '/region'],
    ...[
      '/_root.data',
      '/categories.data?_routes=',
      '/__manifest?paths=/x',
      '/categories?sort=%00',
      '/\n'.trim(),
    ],
    ...[
      `/${'x'.repeat(10_000)}`,
      `/?q=${'x'.repeat(10_000)}`,
      '/media/..%2f..%2fpackage.json',
      '/assets/../package.json',
    ],
  ]
  for (const address of addresses) {
    const { status, headers, text } = await store.request(address)
    expect([address, status < 500]).toEqual([address, true])
    const location = headers.location ?? '/'
    expect([address, new URL(location, store.url).origin]).toEqual([address, store.url])
    expect(text).not.toMatch(/node_modules|at .*\.js:\d+|"dependencies"/)
  }
})

test('a form cannot redirect to another site', async ({ store }) => {
  const chooseRegion = (returnPath: string) =>
    store.request('/region', {
      method: 'POST',
      headers: {
        origin: store.url,
        host: new URL(store.url).host,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ region: 'GB', back: returnPath }).toString(),
    })
  for (const returnPath of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'javascript:1',
  ]) {
    const { status, headers } = await chooseRegion(returnPath)
    expect([returnPath, status, new URL(String(headers.location), store.url).origin]).toEqual([
      returnPath,
      302,
      store.url,
    ])
  }
  expect((await chooseRegion('/categories')).headers['set-cookie']).toEqual([
    expect.stringContaining('userSelectedRegion=GB'),
  ])
})

test('the owner has one email in the mailbox', async ({ store }) => {
  await expect
    .poll(async () => JSON.parse((await store.request('/demo/mailbox.json')).text), { timeout: 10_000 })
    .toEqual([expect.objectContaining({ to: 'admin@eternalbeauty.example', subject: 'Your store is open' })])
})

test('a second store in the same folder names the process that uses it', async ({ store }) => {
  const { status, output } = await runFailedStart({ DATA_DIR: store.data, PORT: String(await freePort()) })
  expect([status, isOneLine(output)]).toEqual([1, true])
  expect(output).toContain(`is in use by another Eternal Beauty (process ${store.process.pid})`)
  expect((await store.request('/')).status).toBe(200)
})

test('a store on a used port creates nothing', async ({ store }) => {
  const data = createDataFolder()
  const { port } = new URL(store.url)
  const { status, output } = await runFailedStart({ DATA_DIR: data, PORT: port })
  expect([status, output]).toEqual([
    1,
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.\n`,
  ])
  expect(existsSync(data)).toBe(false)
})

test('an invalid setting stops the start before anything is created', async () => {
  const data = createDataFolder()
  const { status, output } = await runFailedStart({ DATA_DIR: data, STORE_DEMO: 'maybe' })
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/^STORE_DEMO must be on, off, or public\. .*\n$/),
  ])
  expect(existsSync(data)).toBe(false)
})

test('a HOST that is not an address of this machine is reported', async () => {
  const env = { DATA_DIR: createDataFolder(), PORT: String(await freePort()), STORE_DEMO: 'public' }
  for (const HOST of ['192.0.2.1', 'nowhere.invalid']) {
    const { status, output } = await runFailedStart({ ...env, HOST })
    expect([status, output]).toEqual([
      1,
      `HOST ${HOST} is not an address of this machine. Set HOST to one that is.\n`,
    ])
  }
})

test.skipIf(process.platform !== 'linux')('a DATA_DIR that can’t exist is reported', async () => {
  const { status, output } = await runFailedStart({ DATA_DIR: '/proc/x', PORT: String(await freePort()) })
  expect([status, isOneLine(output), output.includes('/proc/x')]).toEqual([1, true, true])
})

test('an unreachable database and an unusable data folder are reported in one line', async () => {
  const env = { DATA_DIR: createDataFolder(), PORT: String(await freePort()), STORE_DEMO: 'on' }
  const unreachable = await runFailedStart({ ...env, DATABASE_URL: 'postgres://eb:s3cret@127.0.0.1:1/eb' })
  expect([unreachable.status, unreachable.output]).toEqual([
    1,
    expect.stringMatching(/^Can't connect to the database 127\.0\.0\.1:1\/eb\. .*DATABASE_URL\.\n$/),
  ])
  const file = path.join(env.DATA_DIR, 'a file')
  writeFileSync(file, '')
  for (const DATABASE_URL of ['', 'postgres://eb@127.0.0.1:1/eb']) {
    const { status, output } = await runFailedStart({ ...env, DATABASE_URL, DATA_DIR: file })
    expect([status, isOneLine(output), output.includes(file)]).toEqual([1, true, true])
  }
})

test('outside the demo, the first start prints a link that opens the setup of the administrator', async () => {
  const PORT = String(await freePort())
  const store = await startStore({
    DATA_DIR: createDataFolder(),
    STORE_DEMO: 'off',
    PORT,
    PUBLIC_URL: `http://localhost:${PORT}`,
    ADMIN_EMAIL: 'owner@orchard.example',
    AUTH_SECRET: 'a secret of a new store, long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const link = /Setup +(\S+)/.exec(store.output())?.[1] ?? ''
  const opened = await sendRawRequest(store.url, link.slice(store.url.length))
  expect([opened.status, opened.headers.location]).toEqual([303, '/admin/setup'])
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  const setup = await sendRawRequest(store.url, '/admin/setup', { headers: { cookie } })
  expect(setup.text).toContain('owner@orchard.example')
  expect(store.output()).not.toContain('beauty-admin')
})
