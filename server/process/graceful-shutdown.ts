import type { Server } from 'node:http'

/** Long enough for a load balancer, or a browser with an open connection, to hear 'close' and go elsewhere. */
export const DRAIN_DELAY = 1500
const MAX_RESPONSE_TIME = 20_000

/** From now on each answer asks its visitor to hang up, and none may take for ever. */
export function startDraining(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  setTimeout(() => server.closeAllConnections(), DRAIN_DELAY + MAX_RESPONSE_TIME).unref()
}

/** Ends a server once all that it let in is answered. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await closed
}
