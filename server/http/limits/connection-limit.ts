import type { Server } from 'node:http'
import { ipNetwork } from '#core/accounts/sign-in/ip-network.ts'

const MAX_CONNECTIONS = 300

type LimitOptions = { max?: number; isExempt: (address: string) => boolean }

/** One network can't use up all connections. Proxies are exempt, because they hold those of all shoppers. */
export function limitConnections(server: Server, { max = MAX_CONNECTIONS, isExempt }: LimitOptions): void {
  const counts = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
    if (isExempt(address)) return
    const network = ipNetwork(address)
    const count = (counts.get(network) ?? 0) + 1
    if (count > max) return void socket.destroy()
    counts.set(network, count)
    socket.once('close', () => {
      const remaining = (counts.get(network) ?? 0) - 1
      if (remaining > 0) counts.set(network, remaining)
      else counts.delete(network)
    })
  })
}
