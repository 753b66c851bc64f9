import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from './app.ts'
import type { Config } from './config.ts'
import { closeServer, DRAIN, sayGoodbye } from './drain.ts'

/** One web process of the supervisor's: it answers requests until it is told to go, or is left alone. */
const config: Config = JSON.parse(process.env.STORE_CONFIG ?? '{}')
const store = openStore(config)

let leaving = false
async function leave(): Promise<void> {
  if (leaving) return
  leaving = true
  await closeServer(store.server)
  await store.close()
  process.exit(0)
}

// Ctrl-C reaches the whole group: the supervisor alone decides when its web processes go.
process.on('SIGINT', () => {})
process.on('SIGTERM', async () => {
  sayGoodbye(store.server)
  await sleep(DRAIN)
  await leave()
})
process.on('message', (message) => {
  if (message === 'goodbye') sayGoodbye(store.server)
})
// The supervisor let go, or is no more.
process.on('disconnect', leave)

// The supervisor says why, in one line.
store.server.on('error', () => process.exit(1))
store.server.listen(config.PORT, config.HOST)
