import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './data-folder.ts'
import { isAlive, isServerProcess, readPidFile } from './pid-file.ts'
import {
  findConnectionProblem,
  type PostgresServer,
  RECOVERY_TIMEOUT,
  shutDownServer,
  WRONG_PASSWORD,
} from './server.ts'

export async function adoptOrphan(cluster: Cluster): Promise<PostgresServer | undefined> {
  const startedAt = Date.now()
  for (; ; await sleep(10)) {
    const pidFile = readPidFile(cluster.data)
    if (!pidFile || !isAlive(pidFile.pid)) return undefined
    const { pid, port, ready } = pidFile
    const server = { pid, port, adopted: true, hasExited: () => !isServerProcess(cluster.data, pid) }
    if (server.hasExited()) return removeStalePidFile(cluster)
    const problem = ready ? await findConnectionProblem(cluster, port) : 'starting or stopping'
    if (!problem) return server
    // Windows does not report a process's working directory; there PostgreSQL checks its pid file itself.
    if (process.platform === 'win32') return undefined
    const timeout = ready ? 10_000 : RECOVERY_TIMEOUT
    if (problem === WRONG_PASSWORD || Date.now() > startedAt + timeout) return shutDownServer(cluster, server)
  }
}

// PostgreSQL refuses to start if any process has the pid in the file.
function removeStalePidFile({ data }: Cluster): undefined {
  rmSync(join(data, 'postmaster.pid'), { force: true })
}
