import { connect, type Socket } from 'node:net'

export type LoadOptions = {
  url: string
  headers?: Record<string, string>
  /** Builds each request. By default every request is GET `url`. */
  nextRequest?: (connection: number, requestIndex: number) => LoadRequest
  connections?: number
  /** Milliseconds between a response and the next request. */
  pause?: number
  seconds: number
  /** Of all connections together. */
  maxRequests?: number
}
export type LoadRequest = { method: string; path: string; headers: Record<string, string>; body: string }
export type LoadResult = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  failures: number
  /** Of all connections, how long the last one waited for its first response. */
  slowestFirst: number
}

/** Keeps connections busy, each with one request at a time. */
export async function load({
  url,
  headers = {},
  nextRequest,
  connections = 16,
  pause = 0,
  seconds,
  maxRequests = Number.POSITIVE_INFINITY,
}: LoadOptions): Promise<LoadResult> {
  const { host, hostname, port, pathname, search } = new URL(url)
  const defaultRequest = encodeRequest({
    method: 'GET',
    path: `${pathname}${search}`,
    headers: { host, ...headers },
    body: '',
  })
  const times: number[] = []
  let failures = 0
  let started = 0
  let slowestFirst = 0
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000

  async function runConnection(connection: number): Promise<void> {
    const socket = connect(Number(port), hostname)
    for (let requestIndex = 0; performance.now() < until && started < maxRequests; requestIndex++) {
      started++
      const next = nextRequest?.(connection, requestIndex)
      const bytes = next
        ? encodeRequest({ ...next, headers: { host, ...headers, ...next.headers } })
        : defaultRequest
      const requestedAt = performance.now()
      socket.write(bytes)
      const status = await readStatus(socket)
      times.push(performance.now() - requestedAt)
      if (requestIndex === 0) slowestFirst = Math.max(slowestFirst, performance.now() - startedAt)
      if (status >= 300) failures++
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    socket.destroy()
  }

  await Promise.all(Array.from({ length: connections }, (_, connection) => runConnection(connection)))
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((one, other) => one - other)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return {
    requests: times.length,
    perSecond: times.length / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failures,
    slowestFirst,
  }
}

function encodeRequest({ method, path, headers, body }: LoadRequest): Buffer {
  const allHeaders = body ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Reads one complete response and returns its status. */
function readStatus(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let remainingBytes = -1
    let status = 0
    const onData = (chunk: Buffer) => {
      if (remainingBytes < 0) {
        const end = chunk.indexOf('\r\n\r\n')
        const head = chunk.toString('latin1', 0, end)
        status = Number(head.slice(9, 12))
        remainingBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (chunk.length - end - 4)
      } else remainingBytes -= chunk.length
      if (remainingBytes > 0) return
      socket.off('data', onData)
      socket.off('error', reject)
      resolve(status)
    }
    socket.on('data', onData)
    socket.once('error', reject)
  })
}
