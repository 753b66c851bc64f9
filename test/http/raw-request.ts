import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, request, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
type RawRequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

/** Starts a server on a free port until the test ends, and returns its URL. */
export async function startHttpServer(
  listener: RequestListener,
  server = createServer(listener),
): Promise<string> {
  const { url, close } = await listenOnFreePort(server)
  onTestFinished(close)
  return url
}

export async function listenOnFreePort(server: Server): Promise<{ url: string; close(): void }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, close }
}

/** Unlike `fetch`, sends the path unchanged, adds no headers, and doesn't decompress the body. */
export async function sendRawRequest(
  origin: string,
  path = '/',
  { method, headers, body }: RawRequestOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const clientRequest = request({ hostname, port, path, method, headers, agent: false })
  // A server may respond and close the connection before the whole body is sent.
  clientRequest.on('error', () => {})
  clientRequest.end(body)
  const [response] = await once(clientRequest, 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body: bytes, text: bytes.toString() }
}
