import type dns from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startHttpServer } from '#test/http/raw-request.ts'
import { fetchPicture } from './fetch-picture.server.ts'
import { PRIVATE_ADDRESS } from './picture-address.server.ts'

const DEMO = { rules: { allowLoopback: true } }
const LIVE = { rules: { allowLoopback: false } }

const read = async (...parameters: Parameters<typeof fetchPicture>) =>
  buffer(await fetchPicture(...parameters))
const problem = (...parameters: Parameters<typeof fetchPicture>) =>
  read(...parameters).then(
    () => undefined,
    (error: Error) => error.message,
  )

test('a picture is read, also behind redirects', async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
    else response.writeHead(200).end('bytes')
  })
  expect(String(await read(`${url}/a`, DEMO))).toBe('bytes')
})

test('nothing is requested from private addresses, however they are written', async () => {
  let requests = 0
  const { port } = new URL(
    await startHttpServer((_, response) => {
      requests++
      response.end()
    }),
  )
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ]
  for (const host of [...hosts, '169.254.169.254', '10.0.0.1', '192.168.1.1'])
    expect(await problem(`http://${host}:${port}/`, LIVE), host).toBe(PRIVATE_ADDRESS)
  for (const address of ['file:///etc/passwd', 'ftp://example.com/a.jpg', '//a.jpg', 'a.jpg'])
    expect(await problem(address, DEMO)).toContain('Enter a full address')
  expect(await problem('https://user:password@example.com/a.jpg', DEMO)).toContain('Remove the user name')
  expect(requests).toBe(0)
})

test('a redirect to a private address is refused, and so is a name that has one', async () => {
  const url = await startHttpServer((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  )
  expect(await problem(url, DEMO)).toBe(PRIVATE_ADDRESS)
  const toPrivate = ((_: string, __: unknown, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ])) as unknown as typeof dns.lookup
  expect(await problem('http://pictures.example/a.jpg', { ...LIVE, lookup: toPrivate })).toBe(PRIVATE_ADDRESS)
})

test('endless redirects and other statuses are named', async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === '/404') response.writeHead(404).end('Not found')
    else response.writeHead(301, { location: '/' }).end()
  })
  expect(await problem(url, DEMO)).toBe('This address redirects more than 5 times.')
  expect(await problem(`${url}/404`, DEMO)).toBe('The server returned status 404 instead of a picture.')
  expect(await problem('http://127.0.0.1:9/a.jpg', DEMO)).toBe('The server refused the connection.')
})

test('a picture that is too large is refused by its header, or else at the limit', async () => {
  let sent = 0
  const chunk = Buffer.alloc(64 * 1024)
  const url = await startHttpServer((request, response) => {
    if (request.url === '/300mb')
      response.writeHead(200, { 'content-length': 300 * 1024 * 1024 }).write(chunk)
    else {
      const more = () => {
        if (response.destroyed) return
        sent += chunk.length
        response.write(chunk, () => setImmediate(more))
      }
      more()
    }
  })
  expect(await problem(`${url}/300mb`, DEMO)).toBe('The picture is larger than 100 MB.')
  expect(await problem(`${url}/endless`, { ...DEMO, maxBytes: 1024 * 1024 })).toBe(
    'The picture is larger than 1 MB.',
  )
  expect(sent).toBeLessThan(50 * 1024 * 1024)
})

test('a server that doesn’t answer, or never ends, is given up', async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === '/slow') response.writeHead(200).write('first')
  })
  for (const path of ['/silent', '/slow'])
    expect(await problem(url + path, { ...DEMO, timeout: 300 }), path).toBe(
      'The picture didn’t arrive within 0.3 seconds.',
    )
})

test('a connection that breaks in the middle of a picture is named', async () => {
  const url = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy())
  })
  expect(await problem(url, DEMO)).toBe('The server closed the connection before the picture was complete.')
})
