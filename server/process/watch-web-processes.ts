import cluster, { type Worker } from 'node:cluster'
import type { Log } from '#core/log.ts'
import { SECOND_MS } from '#core/time-units.ts'

export const PING = 'ping'
export const PONG = 'pong'

const CHECK_INTERVAL_MS = 2 * SECOND_MS
/** 10 seconds. Checks are counted, because a machine that was suspended makes nobody late. */
const MAX_MISSED = 5

/** Kills each web process that no longer answers, such as one that computes forever. It is replaced like any that exits. */
export function watchWebProcesses(log: Log): { stop(): void } {
  const missed = new WeakMap<Worker, number>()
  cluster.on('listening', (worker) => missed.set(worker, 0))
  cluster.on('message', (worker, message) => {
    if (message === PONG) missed.set(worker, 0)
  })

  function checkWorker(worker: Worker): void {
    const count = missed.get(worker)
    // It is still starting, or already exiting.
    if (count === undefined || !worker.isConnected()) return
    if (count < MAX_MISSED) {
      missed.set(worker, count + 1)
      worker.send(PING)
      return
    }
    missed.delete(worker)
    log.error('web process killed because it did not respond', { pid: worker.process.pid })
    worker.process.kill('SIGKILL')
  }

  const timer = setInterval(() => {
    for (const worker of Object.values(cluster.workers ?? {})) if (worker) checkWorker(worker)
  }, CHECK_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
