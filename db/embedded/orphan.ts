import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './data.ts'
import { isAlive, readPidFile, runsIn } from './pid-file.ts'
import { RECOVERY, refusalOf, type Server, shutDown, WRONG_PASSWORD } from './server.ts'

/** A server that outlived a killed app. One that does not answer to our password is ended. */
export async function adoptOrphan(place: Place): Promise<Server | undefined> {
  const began = Date.now()
  for (; ; await sleep(10)) {
    const posted = readPidFile(place.data)
    if (!posted || !isAlive(posted.pid)) return undefined
    const { pid, port, ready } = posted
    const server = { pid, port, adopted: true, gone: () => !runsIn(place.data, pid) }
    if (server.gone()) return forgetStranger(place)
    const refusal = ready ? await refusalOf(place, port) : 'starting or stopping'
    if (!refusal) return server
    // Windows cannot say what a process runs in; there PostgreSQL itself judges its pid file.
    if (process.platform === 'win32') return undefined
    const patience = ready ? 10_000 : RECOVERY
    if (refusal === WRONG_PASSWORD || Date.now() > began + patience) return shutDown(place, server)
  }
}

// PostgreSQL would take any living process of that number for its own, and refuse to start.
function forgetStranger({ data }: Place): undefined {
  rmSync(join(data, 'postmaster.pid'), { force: true })
}
