import { createServer, type RequestListener, type Server } from 'node:http'
import { isPublicAddress } from '#core/regions/public-address.ts'
import { limitConnections } from './connection-limit.ts'
import { limitStalledReads } from './stalled-reads.ts'

type HttpServerOptions = { isProxy?: (address: string) => boolean; stallMilliseconds?: number }

/** A server that slow clients can't keep busy. Proxies in front of the store must close idle connections sooner. */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions = {}): Server {
  const { isProxy = () => false, stallMilliseconds } = options
  const server = createServer(
    {
      // A new connection has this long to send its first headers, too.
      headersTimeout: 15_000,
      // The longest upload. Other bodies have 30 seconds.
      requestTimeout: 600_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5000,
    },
    listener,
  )
  limitConnections(server, { isExempt: (address) => !isPublicAddress(address) || isProxy(address) })
  limitStalledReads(server, stallMilliseconds)
  return server
}
