import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFolder } from '../create-folder.ts'
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
import {
  appUrl,
  createAppRole,
  findConnectionProblem,
  type PostgresServer,
  serverUrl,
  shutDownServer,
  WRONG_PASSWORD,
} from './server.ts'

export type EmbeddedPostgres = {
  /** For the owner, a superuser. */
  url: string
  /** For the store's own role, which can't change the schema. */
  appUrl: string
  pid: number
  adopted: boolean
  stop(): Promise<void>
  /** Resolves when the server has exited. After a crash, start again: the URL stays the same. */
  stopped: Promise<void>
}

export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  try {
    createFolder(folder)
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
    const passwords = {
      password: readPassword(home, 'postgres-password'),
      appPassword: readPassword(home, 'postgres-app-password'),
    }
    const cluster = { home, ...files, ...passwords, binaries, osUser }
    const lastPort = readPidFile(cluster.data)?.port
    const server = (await adoptOrphan(cluster)) ?? (await startServer(cluster, lastPort))
    await createAppRole(cluster, server.port)
    return createHandle(cluster, server, folderLock)
  } catch (error) {
    releaseFolderLock(home, folderLock)
    throw error
  }
}

async function startServer(cluster: Cluster, lastPort?: number): Promise<PostgresServer> {
  await prepareDataFolder(cluster)
  const server = await launchServer(cluster, lastPort)
  const problem = await findConnectionProblem(cluster, server.port)
  if (!problem) return server
  await shutDownServer(cluster, server)
  if (problem !== WRONG_PASSWORD)
    throw new StartupError(`PostgreSQL started but rejected the connection (${problem}). ${STARTUP_ADVICE}`)
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
    appUrl: appUrl(cluster, server.port),
    pid: server.pid,
    adopted: server.adopted,
    stop: () => (stopping ??= stop()),
    stopped: waitForExit(server).then(() => makeLockReusable(folderLock)),
  }
}

async function waitForExit(server: PostgresServer): Promise<void> {
  // Adopted servers emit no exit event. Polling must not keep the process alive.
  while (!server.hasExited()) await sleep(server.adopted ? 500 : 50, undefined, { ref: false })
}

function explainStartError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall?.startsWith('spawn'))
    return new StartupError(`The bundled PostgreSQL can't run here: ${error.message}. ${STARTUP_ADVICE}`)
  if (!syscall && code !== 'ERR_SQLITE_ERROR') return error
  return new StartupError(`The data folder ${folder} can't be used: ${error.message}. ${STARTUP_ADVICE}`)
}
