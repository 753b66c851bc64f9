import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { spawnAs } from './account.ts'
import { complaintIn, MEND, type Place } from './data.ts'
import { adoptOrphan } from './orphan.ts'
import { readPidFile } from './pid-file.ts'
import { RECOVERY, type Server, shutDown } from './server.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Errors reach the app, which reports them; here they would only let the file grow.
  log_min_messages: 'log',
}

export async function launch(place: Place, lastPort?: number): Promise<Server> {
  mkdirSync(dirname(place.log), { recursive: true })
  if (existsSync(place.log)) renameSync(place.log, `${place.log}.1`)
  const giveUp = Date.now() + 10_000
  let port = lastPort ?? (await findPort())
  for (; ; await sleep(50)) {
    const child = spawnServer(place, port)
    const server = {
      pid: child.pid ?? 0,
      port,
      adopted: false,
      gone: () => (child.exitCode ?? child.signalCode) !== null,
    }
    if (await becomesReady(place, server)) return server
    const complaint = complaintIn(readFileSync(place.log, 'utf8'))
    if (/TCP\/IP sockets/.test(complaint)) port = await findPort()
    else if (!PASSING.test(complaint) || Date.now() > giveUp) {
      throw new CannotStart(`PostgreSQL did not start: ${complaint}. ${MEND}`)
    }
    // An app that was killed may have started one that had not posted itself when we looked.
    const orphan = await adoptOrphan(place)
    if (orphan) return orphan
  }
}

// The children of a server that was killed hold its memory for a second or two.
const PASSING = /shared memory block|lock file "postmaster.pid" already exists/

function spawnServer({ account, binaries, data, log }: Place, port: number): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const output = openSync(log, 'w')
  const child = spawnAs(account, binaries.postgres, ['-D', data, ...settings], {
    cwd: data,
    // A process group of its own: Ctrl-C must reach the app alone, which drains and then stops the database.
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.on('error', (error) => appendFileSync(log, `FATAL: ${error.message}\n`))
  child.unref()
  return child
}

async function becomesReady(place: Place, server: Server): Promise<boolean> {
  const giveUp = Date.now() + RECOVERY
  for (; !server.gone(); await sleep(5)) {
    const posted = readPidFile(place.data)
    if (posted?.ready && posted.pid === server.pid) return true
    if (Date.now() < giveUp) continue
    await shutDown(place, server)
    throw new CannotStart(`PostgreSQL was not ready after two minutes; see ${place.log}. ${MEND}`)
  }
  return false
}

/** Systems give outgoing connections ports from here on. */
const OUTGOING = 32_768
const LEAST = 16_384

/**
 * A free one that no outgoing connection is given: while a server that died is started again, everybody who calls its old
 * address might else be given its port, and it would have to move away from all who know it.
 */
async function findPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = await listenOn(randomInt(LEAST, OUTGOING))
    if (port) return port
  }
  return listenOn(0)
}

async function listenOn(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return 0
  }
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
