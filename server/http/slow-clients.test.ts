import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
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

test('a body that doesn’t arrive in time gets 408, and its connection ends', async () => {
  const port = await listen(echo(50))
  for (const header of ['Content-Length: 9', 'Transfer-Encoding: chunked']) {
    const socket = send(port, 'POST /cart/lines HTTP/1.1')
    socket.write(`${header}\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  }
})

test('a body in time, no body, and an upload get their answer', async () => {
  const port = await listen(echo(50))
  const url = `http://127.0.0.1:${port}`
  expect(await (await fetch(`${url}/cart/lines`, { method: 'POST', body: 'a line' })).text()).toBe('a line')
  expect((await fetch(url)).status).toBe(200)
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

test('a network has at most its share of connections, and gets others when it closes some', async () => {
  const server = echo(50)
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
