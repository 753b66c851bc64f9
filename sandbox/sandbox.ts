import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Pool } from 'pg'
import type { Log } from '#core/log.ts'
import { sandboxApi } from './api.ts'
import { releaseExpired } from './captures.ts'
import { settleDue } from './checkout-sessions.ts'
import { decideDisputes } from './disputes.ts'
import { deliverDueEvents, type PostWebhook } from './webhooks.ts'

export const SANDBOX_KEY = 'sk_test_sandbox'

export type Sandbox = {
  base: string
  sendWebhooksTo(url: string): void
  close(): Promise<void>
}

const POLL_INTERVAL = 250

/** Simulates the card provider on loopback. Its state is in the database, so it survives a restart. */
export async function startSandbox(
  pool: Pool,
  { secret, log, port = 0 }: { secret: string; log: Log; port?: number },
): Promise<Sandbox> {
  // Else, in development, the store would make its responses with the class of this listener.
  const options = { overrideGlobalObjects: false }
  const server = createServer(getRequestListener(sandboxApi(pool, SANDBOX_KEY).fetch, options))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The sandbox has no port')
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  function sendWebhooksTo(url: string): void {
    const post: PostWebhook = (body, headers) =>
      fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })
    const deliverOnce = async () => {
      await releaseExpired(pool).catch((error) => log.debug('sandbox authorizations not released', { error }))
      await settleDue(pool).catch((error) => log.debug('sandbox payments not settled', { error }))
      await decideDisputes(pool).catch((error) => log.debug('sandbox disputes not decided', { error }))
      const delivered = await deliverDueEvents(pool, secret, post).catch((error) => {
        log.debug('sandbox webhook delivery failed', { error })
        return 0
      })
      timer = setTimeout(scheduleNext, delivered ? 0 : POLL_INTERVAL)
    }
    const scheduleNext = () => {
      running = deliverOnce()
    }
    scheduleNext()
  }

  return {
    base: `http://127.0.0.1:${address.port}`,
    sendWebhooksTo,
    async close() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
