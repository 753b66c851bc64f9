import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#core/log.ts'
import type { Config } from '../config.ts'
import { WEB_PROCESS_FILE } from '../paths.ts'
import { assertPortAvailable } from '../prepare-store.ts'
import { DRAIN_DELAY, MAX_RESPONSE_TIME } from './graceful-shutdown.ts'
import { serveClusterMetrics } from './supervisor-metrics.ts'
import { watchWebProcesses } from './watch-web-processes.ts'
import { webConfig, webEnvironment } from './web-config.ts'

export type WebServer = { port: number; close(): Promise<void> }

const RESTART_PAUSE = 1000
// After the last response, the process still closes its connections.
const MAX_EXIT_TIME = MAX_RESPONSE_TIME + 10_000

/** Replaces and logs every web process that exits or stops answering. */
export async function superviseWeb(config: Config, log: Log): Promise<WebServer> {
  // By default, V8 lets a web process grow to several times what it uses: its space for short-lived garbage by 60 MB, and
  // the rest fourfold.
  const execArgv = [...process.execArgv, '--max-semi-space-size=8', '--heap-growing-percent=50']
  cluster.setupPrimary({ exec: WEB_PROCESS_FILE, args: [], execArgv })
  serveClusterMetrics()
  const watch = watchWebProcesses(log)
  let isClosing = false

  const forkWorker = () => {
    const worker = cluster.fork(webEnvironment(process.env))
    // Sending to a process that just exited fails; its exit event follows.
    worker.on('error', () => {})
    // As a message: other processes of the same user can read an environment.
    worker.send(webConfig(config))
    return worker
  }
  cluster.on('exit', (worker, code, signal) => {
    if (isClosing) return
    log.error('web process exited', { pid: worker.process.pid, code, signal })
    setTimeout(() => isClosing || forkWorker(), RESTART_PAUSE)
  })

  const first = forkWorker()
  const port = await waitUntilListening(first).catch(async (error) => {
    isClosing = true
    watch.stop()
    // Another program may have taken the port since the first check.
    await assertPortAvailable(config)
    throw error
  })
  for (let count = 1; count < config.WEB_CONCURRENCY; count++) forkWorker()

  return {
    port,
    async close() {
      isClosing = true
      watch.stop()
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      for (const worker of workers) if (worker.isConnected()) worker.send('drain')
      await sleep(DRAIN_DELAY)
      await Promise.all(workers.map((worker) => disconnectWorker(worker, log)))
    },
  }
}

function waitUntilListening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port))
    worker.once('exit', (code) =>
      reject(new Error(`The web process exited with status ${code} before it was listening`)),
    )
  })
}

/** Disconnects from the supervisor's side: connections accepted by then are handed over first and still answered. */
function disconnectWorker(worker: Worker, log: Log): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      log.error('web process killed because it did not exit', { pid: worker.process.pid })
      worker.process.kill('SIGKILL')
    }, MAX_EXIT_TIME)
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    worker.once('exit', finish)
    if (worker.isDead()) finish()
    else if (worker.isConnected()) worker.disconnect()
  })
}
