import { connect, type Socket } from 'node:net'

export type Load = {
  url: string
  headers?: Record<string, string>
  /** What a connection asks at each of its turns; else always for the address itself. */
  ask?: (connection: number, turn: number) => Asked
  connections?: number
  /** Milliseconds between an answer and the next request. */
  pause?: number
  seconds: number
}
export type Asked = { method: string; path: string; headers: Record<string, string>; body: string }
export type Result = { requests: number; perSecond: number; p50: number; p99: number; failures: number }

/** Keeps some connections busy for a while, each with one request at a time. */
export async function load({
  url,
  headers = {},
  ask,
  connections = 16,
  pause = 0,
  seconds,
}: Load): Promise<Result> {
  const { host, hostname, port, pathname, search } = new URL(url)
  const same = request({
    method: 'GET',
    path: `${pathname}${search}`,
    headers: { host, ...headers },
    body: '',
  })
  const times: number[] = []
  let failures = 0
  const began = performance.now()
  const until = began + seconds * 1000

  async function visit(connection: number): Promise<void> {
    const socket = connect(Number(port), hostname)
    for (let turn = 0; performance.now() < until; turn++) {
      const next = ask?.(connection, turn)
      const bytes = next ? request({ ...next, headers: { host, ...headers, ...next.headers } }) : same
      const asked = performance.now()
      socket.write(bytes)
      const status = await answer(socket)
      times.push(performance.now() - asked)
      if (status >= 300) failures++
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => visit(connection)))
  const elapsed = (performance.now() - began) / 1000
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { requests: times.length, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failures }
}

function request({ method, path, headers, body }: Asked): Buffer {
  const all = body ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Reads one whole answer and gives its status. */
function answer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let missing = -1
    let status = 0
    const hear = (chunk: Buffer) => {
      if (missing < 0) {
        const end = chunk.indexOf('\r\n\r\n')
        const head = chunk.toString('latin1', 0, end)
        status = Number(head.slice(9, 12))
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      socket.off('data', hear)
      socket.off('error', reject)
      resolve(status)
    }
    socket.on('data', hear)
    socket.once('error', reject)
  })
}
