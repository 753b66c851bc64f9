import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HTML, startTestServer } from '#test/http/http-server.ts'
import { createProxyCheck } from '../client-address.ts'
import { limitBodyTime } from './body-limits.ts'
import { limitConnections } from './connection-limit.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function send(port: number, head: string): Socket {
  const socket = connectSocket(port, '127.0.0.1')
  socket.write(`${head}\r\nHost: localhost\r\n`)
  return socket
}

/** Answers when the body has arrived. */
const echo = (milliseconds: number) =>
  createServer(async (incoming, outgoing) => {
    limitBodyTime(incoming, outgoing, milliseconds)
    const body = await text(incoming).catch(() => undefined)
    if (body !== undefined) outgoing.end(body)
  })

test('after a page that reads no body, the connection of a large one serves the next request', async () => {
  const pages = async ({ method, body }: Request) => {
    // The HTTP adapter closes a connection whose body has not been read half a second after its response.
    if (method === 'GET') await sleep(700)
    return new Response(body && 'unread', { headers: HTML })
  }
  const { url } = await startTestServer({ pages })
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1')
  const body = 'x'.repeat(200_000)
  socket.write(`POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await once(socket, 'data')
  socket.write('GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(await text(socket)).toContain('HTTP/1.1 200 ')
})

test('a body that doesn’t arrive in time gets 408, and its connection ends', async () => {
  const port = await listen(echo(50))
  for (const header of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
    const socket = send(port, 'POST /cart/lines HTTP/1.1')
    socket.write(`${header}\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  }
})

test('a body in time, no body, and an upload get their answer', async () => {
  const patientUrl = `http://127.0.0.1:${await listen(echo(60_000))}`
  const body = { method: 'POST', body: 'a line' }
  expect(await (await fetch(`${patientUrl}/cart/lines`, body)).text()).toBe('a line')
  const port = await listen(echo(50))
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
  const socket = send(port, 'POST /storage/admin-uploads?back=/admin HTTP/1.1')
  socket.write('Content-Length: 2\r\nConnection: close\r\n\r\na')
  const slow = send(port, 'POST /cart/lines HTTP/1.1')
  slow.write('Content-Length: 2\r\n\r\na')
  expect(await text(slow)).toMatch(/^HTTP\/1.1 408 /)
  socket.write('b')
  const reply = await text(socket)
  expect(reply).toMatch(/^HTTP\/1.1 200 /)
  expect(reply.slice(-2)).toBe('ab')
})

describe('a client that reads', () => {
  const BYTES = 40 * 1024 * 1024
  const TYPES = ['text/html', 'application/octet-stream']
  const startStore = (type: string, stallMilliseconds: number) =>
    startTestServer({
      stallMilliseconds,
      pages: async () => new Response(new Uint8Array(BYTES), { headers: { 'content-type': type } }),
    })

  // Pages are sent in one piece, downloads as a stream.
  test.each(TYPES)('nothing is disconnected: %s', { timeout: 60_000 }, async (type) => {
    const { url, logEntries } = await startStore(type, 300)
    const socket = send(Number(new URL(url).port), 'GET / HTTP/1.1').pause()
    socket.write('\r\n')
    await vi.waitUntil(() => logEntries.length > 0, { timeout: 50_000 })
    expect(logEntries).toMatchObject([{ event: 'request', path: '/' }])
    let received = 0
    socket.on('data', ({ length }) => {
      received += length
    })
    socket.on('error', () => {}).resume()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toBeLessThan(BYTES)
  })

  test.concurrent.each(TYPES)('slowly gets everything: %s', { timeout: 60_000 }, async (type) => {
    // A busy machine pauses a process for less time than this.
    const stall = 2000
    const { url } = await startStore(type, stall)
    const socket = send(Number(new URL(url).port), 'GET / HTTP/1.1')
    socket.write('Connection: close\r\n\r\n')
    let received = 0
    const startedAt = performance.now()
    for await (const chunk of socket) {
      received += chunk.length
      // More than twice as long as a client that reads nothing may take.
      const due = (received / BYTES) * 2.5 * stall - (performance.now() - startedAt)
      if (due > 0) await sleep(due)
    }
    expect(received).toBeGreaterThan(BYTES)
  })

  test('only after a slow render isn’t disconnected', async () => {
    const pages = async () => {
      await sleep(300)
      return new Response('<p>Rose</p>', { headers: HTML })
    }
    const { request } = await startTestServer({ stallMilliseconds: 100, pages })
    expect(await request('/')).toMatchObject({ status: 200, text: '<p>Rose</p>' })
  })
})

test('a body that nobody reads ends in time, too', async () => {
  const server = createServer((incoming, outgoing) => {
    limitBodyTime(incoming, outgoing, 50)
    outgoing.end('done')
  })
  const socket = send(await listen(server), 'GET /storage/public HTTP/1.1')
  socket.write('Content-Length: 9\r\n\r\n')
  expect(await text(socket)).toMatch(/done$/)
})

test('a network has at most its share of connections, and gets others when it closes some', async () => {
  const server = echo(60_000)
  limitConnections(server, { max: 2, isExempt: () => false })
  const port = await listen(server)
  const open = [send(port, 'GET / HTTP/1.1'), send(port, 'GET / HTTP/1.1')]
  await Promise.all(open.map((socket) => once(socket, 'connect')))
  const refused = send(port, 'GET / HTTP/1.1')
  refused.on('error', () => {})
  refused.write('\r\n')
  await new Promise((resolve) => refused.once('close', resolve))
  const closed = once(server, 'request')
  open[0]?.write('Connection: close\r\n\r\n')
  await closed
  expect(await text(open[0] as Socket)).toMatch(/^HTTP\/1.1 200 /)
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
  open[1]?.destroy()
})

test('a trusted proxy may hold connections for any number of shoppers', async () => {
  const server = echo(60_000)
  const isProxy = createProxyCheck(['127.0.0.0/8'])
  limitConnections(server, { max: 1, isExempt: isProxy })
  const port = await listen(server)
  const open = [1, 2, 3].map(() => send(port, 'GET / HTTP/1.1'))
  for (const socket of open) socket.write('Connection: close\r\n\r\n')
  for (const socket of open) expect(await text(socket)).toMatch(/^HTTP\/1.1 200 /)
  expect(isProxy('192.0.2.1')).toBe(false)
})
