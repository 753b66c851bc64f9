import { createLog } from '#core/log.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { serveDevelopment } from './dev.ts'
import { greet } from './greeting.ts'
import { type Prepared, prepareStore } from './prepare.ts'
import { superviseWeb, type Web } from './supervisor.ts'

/** `npm start`: everything that stands between an empty folder and an open store, in order. */
const began = performance.now()
const development = process.argv.includes('--dev')
let prepared: Prepared | undefined
let web: Web | undefined
let leavingSince: number | undefined
const leaving = new AbortController()

async function start(): Promise<void> {
  prepared = await prepareStore(process.env, createLog, leaving.signal)
  if (leavingSince) return
  const { config, log } = prepared
  web = development ? await serveDevelopment(config) : await superviseWeb(config, log)
  prepared.open(web.port)
  if (!leavingSince) greet(prepared, web.port, Math.round(performance.now() - began))
}

async function close(): Promise<void> {
  await web?.close()
  await prepared?.close()
}

async function leave(signal: NodeJS.Signals): Promise<void> {
  // Ctrl-C may come twice at once, from the terminal and from npm; a second one later is impatience.
  if (leavingSince && performance.now() - leavingSince > 1000) process.exit(1)
  if (leavingSince) return
  leavingSince = performance.now()
  leaving.abort()
  await starting
  prepared?.log.info('store closing', { signal })
  await close()
  prepared?.log.info('store closed')
  process.exit(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)

const starting = start().catch(async (error) => {
  await close()
  if (leaving.signal.aborted) return
  process.stderr.write(`${error instanceof CannotStart ? error.message : error?.stack}\n`)
  process.exit(1)
})
