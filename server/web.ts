import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '#core/log.ts'
import { createStoreServer } from './app.ts'
import type { Config } from './config.ts'
import { closeServer, DRAIN_DELAY, startDraining } from './process/graceful-shutdown.ts'
import { logConsole, surviveLostLogReader } from './process/log-output.ts'
import { releaseMemory } from './process/release-memory.ts'
import { PING, PONG } from './process/watch-web-processes.ts'
import { startTracing } from './tracing.ts'

/** The entry point of a web process. It exits when the supervisor disconnects. */
// Queued: `drain` may arrive with the configuration, before anything else listens.
const messages = on(process, 'message')
const [config]: Config[] = (await messages.next()).value ?? []
if (!config) throw new Error('The supervisor sent no configuration')
surviveLostLogReader()
const log = createLog(config.LOG_LEVEL, (line) => process.stdout.write(line))
logConsole(log)
const tracing = await startTracing(config, log)
const store = createStoreServer(config)

let isClosing = false
async function shutDown(): Promise<void> {
  if (isClosing) return
  isClosing = true
  await closeServer(store.server)
  await store.close()
  await tracing.stop()
  process.exit(0)
}

// Ctrl-C reaches the whole process group, but the supervisor decides when web processes exit.
process.on('SIGINT', () => {})
process.on('SIGTERM', async () => {
  startDraining(store.server)
  await sleep(DRAIN_DELAY)
  await shutDown()
})
async function receiveMessages(): Promise<void> {
  for await (const [message] of messages) {
    if (message === 'drain') startDraining(store.server)
    if (message === PING) process.send?.(PONG)
  }
}
void receiveMessages()
// The supervisor disconnected or died.
process.on('disconnect', shutDown)
// It did while this process was starting.
if (!process.connected) await shutDown()

store.server.on('error', () => process.exit(1))
store.server.listen(config.PORT, config.HOST, releaseMemory)
