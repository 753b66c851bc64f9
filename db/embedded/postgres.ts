import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '../cannot-start.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { MEND, type Place, prepareData, readPassword, resetPassword } from './data.ts'
import { launch } from './launch.ts'
import { freeFolder, type Hold, leaveFolder, takeFolder } from './lock.ts'
import { adoptOrphan } from './orphan.ts'
import { readPidFile } from './pid-file.ts'
import { refusalOf, type Server, shutDown, urlOf, WRONG_PASSWORD } from './server.ts'

export type EmbeddedPostgres = {
  url: string
  pid: number
  /** It outlived an app that was killed, and was found running. */
  adopted: boolean
  /** Ends the server's sessions and the server, then frees the folder for another app. */
  stop(): Promise<void>
  /** Fulfilled when the server is gone, stopped or dead. If it died, start again: the address stays the same. */
  stopped: Promise<void>
}

export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  try {
    mkdirSync(folder, { recursive: true })
    return await startIn(realpathSync(folder))
  } catch (error) {
    throw explain(error, folder)
  }
}

async function startIn(home: string): Promise<EmbeddedPostgres> {
  const hold = takeFolder(home)
  try {
    const binaries = findBinaries()
    const account = chooseAccount(home, binaries)
    const files = { data: join(home, 'postgres'), log: join(home, 'logs/postgres.log') }
    const place = { home, ...files, password: readPassword(home), binaries, account }
    const lastPort = readPidFile(place.data)?.port
    const server = (await adoptOrphan(place)) ?? (await startServer(place, lastPort))
    return handle(place, server, hold)
  } catch (error) {
    freeFolder(home, hold)
    throw error
  }
}

async function startServer(place: Place, lastPort?: number): Promise<Server> {
  await prepareData(place)
  const server = await launch(place, lastPort)
  const refusal = await refusalOf(place, server.port)
  if (!refusal) return server
  await shutDown(place, server)
  if (refusal !== WRONG_PASSWORD)
    throw new CannotStart(`PostgreSQL started, but refused us (${refusal}). ${MEND}`)
  await resetPassword(place)
  return launch(place, server.port)
}

function handle(place: Place, server: Server, hold: Hold): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await shutDown(place, server)
    freeFolder(place.home, hold)
  }
  return {
    url: urlOf(place, server.port),
    pid: server.pid,
    adopted: server.adopted,
    stop: () => (stopping ??= stop()),
    stopped: untilGone(server).then(() => leaveFolder(hold)),
  }
}

async function untilGone(server: Server): Promise<void> {
  // Of an adopted server no event tells. Watching must not keep the app alive.
  while (!server.gone()) await sleep(server.adopted ? 500 : 50, undefined, { ref: false })
}

function explain(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof CannotStart) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall?.startsWith('spawn'))
    return new CannotStart(`The bundled PostgreSQL cannot run here: ${error.message}. ${MEND}`)
  if (!syscall && code !== 'ERR_SQLITE_ERROR') return error
  return new CannotStart(`The data folder ${folder} cannot be used: ${error.message}. ${MEND}`)
}
