import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type MailServer = {
  url: string
  /** How often each message arrived, by its Message-ID. */
  arrivals: Map<string, number>
  confirmedOrders(): number
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const arrivals = new Map<string, number>()
  const confirmed = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, { envelope }, done) => {
      // A store that is killed while sending leaves half a message.
      const message = await text(stream).catch(() => undefined)
      if (message === undefined) return done(new Error('Incomplete message'))
      const id = /^message-id: (.+)$/im.exec(message)?.[1]?.trim() ?? ''
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
      const isShopper = envelope.rcptTo.some(({ address }) => address.startsWith('shopper'))
      if (isShopper && /^subject: .* is confirmed/im.test(message)) confirmed.add(id)
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivals,
    confirmedOrders: () => confirmed.size,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
