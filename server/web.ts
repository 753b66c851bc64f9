import { openStore } from './app.ts'
import type { Config } from './config.ts'
import { drain } from './drain.ts'

/** One web process of the supervisor's: it answers requests until it is told to go, or is left alone. */
const config: Config = JSON.parse(process.env.STORE_CONFIG ?? '{}')
const store = openStore(config)

let leaving = false
async function leave(): Promise<void> {
  if (leaving) return
  leaving = true
  await drain(store.server)
  await store.close()
  process.exit(0)
}

// Ctrl-C reaches the whole group: the supervisor alone decides when its web processes go.
process.on('SIGINT', () => {})
process.on('SIGTERM', leave)
process.on('message', (message) => {
  if (message === 'leave') void leave()
})
process.on('disconnect', leave)

// The supervisor says why, in one line.
store.server.on('error', () => process.exit(1))
store.server.listen(config.PORT, config.HOST)
