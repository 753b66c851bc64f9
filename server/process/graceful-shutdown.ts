import type { Server } from 'node:http'

/** Gives load balancers and browsers with open connections time to see `Connection: close` and reconnect elsewhere. */
export const DRAIN_DELAY = 1500
export const MAX_RESPONSE_TIME = 20_000

/** Every response now closes its connection, and slow ones are cut off. */
export function startDraining(server: Server): void {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  setTimeout(() => server.closeAllConnections(), DRAIN_DELAY + MAX_RESPONSE_TIME).unref()
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await closed
}
