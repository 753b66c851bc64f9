import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string }
type RawRequestOptions = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array }

/** A server of this test's own, on a port of its own; its address. */
export async function startHttpServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A request to the letter: unlike fetch it sends the path as it is given, adds nothing and unpacks nothing. */
export async function sendRawRequest(
  origin: string,
  path = '/',
  { method, headers, body }: RawRequestOptions = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const clientRequest = request({ hostname, port, path, method, headers, agent: false })
  // A server may answer, and hang up, before all is sent.
  clientRequest.on('error', () => {})
  clientRequest.end(body)
  const [response] = await once(clientRequest, 'response')
  const bytes = await buffer(response)
  return { status: response.statusCode, headers: response.headers, body: bytes, text: bytes.toString() }
}
