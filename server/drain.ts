import type { Server } from 'node:http'

/** Long enough for a load balancer, or a browser with an open connection, to hear 'close' and go elsewhere. */
const DRAIN = 1500
const LONGEST_ANSWER = 20_000

/** Ends a server without losing a request: answers go on for a while, each asking its visitor to hang up. */
export async function drain(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  await new Promise((resolve) => setTimeout(resolve, DRAIN))
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const patience = setTimeout(() => server.closeAllConnections(), LONGEST_ANSWER)
  await closed
  clearTimeout(patience)
}
