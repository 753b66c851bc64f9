import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Pool } from 'pg'
import type { Log } from '#core/log.ts'
import { sandboxApi } from './api.ts'
import { deliverDue, type Postman } from './deliver.ts'
import { openKeep } from './keep.ts'

export const SANDBOX_KEY = 'sk_test_sandbox'

export type Sandbox = {
  /** Where its API is. */
  base: string
  /** From now on events are delivered here. */
  deliverTo(url: string): void
  close(): Promise<void>
}

const PAUSE = 250

/** The stand-in for a card provider, on this machine alone. What it keeps is in the database: it survives its process. */
export async function openSandbox(
  pool: Pool,
  { secret, log }: { secret: string; log: Log },
): Promise<Sandbox> {
  await openKeep(pool)
  const server = createServer(getRequestListener(sandboxApi(pool, SANDBOX_KEY).fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The sandbox has no port')
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  function deliverTo(url: string): void {
    const post: Postman = (body, headers) =>
      fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })
    const round = async () => {
      const brought = await deliverDue(pool, secret, post).catch((error) => {
        log.debug('sandbox could not deliver', { error })
        return 0
      })
      timer = setTimeout(go, brought ? 0 : PAUSE)
    }
    const go = () => {
      running = round()
    }
    go()
  }

  return {
    base: `http://127.0.0.1:${address.port}`,
    deliverTo,
    async close() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
