import { createLog } from '#core/log.ts'
import { StartupError } from '#db/startup-error.ts'
import { type PreparedStore, prepareStore } from './prepare-store.ts'
import { serveDevelopment } from './process/dev-server.ts'
import { logConsole, surviveLostLogReader } from './process/log-output.ts'
import { createPrivateFiles } from './process/private-files.ts'
import { releaseMemory } from './process/release-memory.ts'
import { superviseWeb, type WebServer } from './process/supervisor.ts'
import { printStartBanner } from './start-banner.ts'

const startedAt = performance.now()
createPrivateFiles()
surviveLostLogReader()
const isDevelopment = process.argv.includes('--dev')
let store: PreparedStore | undefined
let web: WebServer | undefined
let shutdownStartedAt: number | undefined
const shutdownController = new AbortController()

async function start(): Promise<void> {
  store = await prepareStore(process.env, createLog, shutdownController.signal)
  if (shutdownStartedAt) return
  const { config, log } = store
  if (!isDevelopment) logConsole(log)
  web = isDevelopment ? await serveDevelopment(config) : await superviseWeb(config, log)
  store.onListening(web.port)
  if (shutdownStartedAt) return
  printStartBanner(store, web.port, Math.round(performance.now() - startedAt))
  releaseMemory()
}

async function close(): Promise<void> {
  await Promise.all([web?.close(), store?.stopJobs()])
  await store?.close()
}

async function shutDown(signal: NodeJS.Signals): Promise<void> {
  // The terminal and npm may both deliver one Ctrl-C. A later one forces the exit.
  if (shutdownStartedAt && performance.now() - shutdownStartedAt > 1000) process.exit(1)
  if (shutdownStartedAt) return
  shutdownStartedAt = performance.now()
  shutdownController.abort()
  await starting
  store?.log.info('store closing', { signal })
  await close()
  store?.log.info('store closed')
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, shutDown)

const starting = start().catch(async (error) => {
  await close()
  if (shutdownController.signal.aborted) return
  process.stderr.write(`${error instanceof StartupError ? error.message : error?.stack}\n`)
  process.exit(1)
})
