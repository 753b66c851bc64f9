import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import type { Config } from './config.ts'
import { DRAIN } from './drain.ts'
import { WEB_PROCESS } from './places.ts'
import { refuseTakenPort } from './prepare.ts'
import { answerForAll } from './supervisor-metrics.ts'

export type Web = { port: number; close(): Promise<void> }

const RESTART_PAUSE = 1000

/** Keeps as many web processes as asked for; one that dies is replaced, and none is lost without a word. */
export async function superviseWeb(config: Config, log: Log): Promise<Web> {
  cluster.setupPrimary({ exec: WEB_PROCESS, args: [] })
  answerForAll()
  let leaving = false

  const open = () => {
    const worker = cluster.fork({ STORE_CONFIG: JSON.stringify(config) })
    // A message to one that has just died; its exit follows.
    worker.on('error', () => {})
    return worker
  }
  cluster.on('exit', (worker, code, signal) => {
    if (leaving) return
    log.error('web process died', { pid: worker.process.pid, code, signal })
    setTimeout(() => leaving || open(), RESTART_PAUSE)
  })

  const first = open()
  const port = await listening(first).catch(async (error) => {
    leaving = true
    // Somebody may have taken the port since we asked.
    await refuseTakenPort(config)
    throw error
  })
  for (let more = 1; more < config.WEB_CONCURRENCY; more++) open()

  return {
    port,
    async close() {
      leaving = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      for (const worker of workers) if (worker.isConnected()) worker.send('goodbye')
      await sleep(DRAIN)
      await Promise.all(workers.map(letGo))
    },
  }
}

function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port))
    worker.once('exit', (code) =>
      reject(new Error(`The web process ended with status ${code} before it could listen`)),
    )
  })
}

/** From our side first: whom we let in by then is handed over before the word to end, and still answered. */
function letGo(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    if (worker.isDead()) resolve()
    else if (worker.isConnected()) worker.disconnect()
  })
}
