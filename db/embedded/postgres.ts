import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { findBinaries } from './binaries.ts'
import {
  type Cluster,
  prepareDataFolder,
  readPassword,
  resetPassword,
  STARTUP_ADVICE,
} from './data-folder.ts'
import { acquireFolderLock, type FolderLock, makeLockReusable, releaseFolderLock } from './folder-lock.ts'
import { launchServer } from './launch-server.ts'
import { adoptOrphan } from './orphan.ts'
import { chooseOsUser } from './os-user.ts'
import { readPidFile } from './pid-file.ts'
import { findRefusal, type PostgresServer, serverUrl, shutDownServer, WRONG_PASSWORD } from './server.ts'

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
    return await startInFolder(realpathSync(folder))
  } catch (error) {
    throw explainStartError(error, folder)
  }
}

async function startInFolder(home: string): Promise<EmbeddedPostgres> {
  const folderLock = acquireFolderLock(home)
  try {
    const binaries = findBinaries()
    const osUser = chooseOsUser(home, binaries)
    const files = { data: join(home, 'postgres'), log: join(home, 'logs/postgres.log') }
    const cluster = { home, ...files, password: readPassword(home), binaries, osUser }
    const lastPort = readPidFile(cluster.data)?.port
    const server = (await adoptOrphan(cluster)) ?? (await startServer(cluster, lastPort))
    return createHandle(cluster, server, folderLock)
  } catch (error) {
    releaseFolderLock(home, folderLock)
    throw error
  }
}

async function startServer(cluster: Cluster, lastPort?: number): Promise<PostgresServer> {
  await prepareDataFolder(cluster)
  const server = await launchServer(cluster, lastPort)
  const refusal = await findRefusal(cluster, server.port)
  if (!refusal) return server
  await shutDownServer(cluster, server)
  if (refusal !== WRONG_PASSWORD)
    throw new StartupError(`PostgreSQL started, but refused us (${refusal}). ${STARTUP_ADVICE}`)
  await resetPassword(cluster)
  return launchServer(cluster, server.port)
}

function createHandle(cluster: Cluster, server: PostgresServer, folderLock: FolderLock): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    await shutDownServer(cluster, server)
    releaseFolderLock(cluster.home, folderLock)
  }
  return {
    url: serverUrl(cluster, server.port),
    pid: server.pid,
    adopted: server.adopted,
    stop: () => (stopping ??= stop()),
    stopped: waitForExit(server).then(() => makeLockReusable(folderLock)),
  }
}

async function waitForExit(server: PostgresServer): Promise<void> {
  // Of an adopted server no event tells. Watching must not keep the app alive.
  while (!server.hasExited()) await sleep(server.adopted ? 500 : 50, undefined, { ref: false })
}

function explainStartError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall?.startsWith('spawn'))
    return new StartupError(`The bundled PostgreSQL cannot run here: ${error.message}. ${STARTUP_ADVICE}`)
  if (!syscall && code !== 'ERR_SQLITE_ERROR') return error
  return new StartupError(`The data folder ${folder} cannot be used: ${error.message}. ${STARTUP_ADVICE}`)
}
