import { once } from 'node:events'
import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from '#db/embedded/binaries.ts'
import { changeOwner, chooseOsUser, spawnAs } from '#db/embedded/os-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { freePort } from './running-store.ts'

export type Standby = { primary: EmbeddedPostgres; url: string; stop(): Promise<void> }

/** A primary and a hot standby that replicates it, in two subfolders. */
export async function startWithStandby(folder: string): Promise<Standby> {
  const primaryFolder = path.join(folder, 'primary')
  const standbyFolder = path.join(folder, 'standby')
  const initialPrimary = await startEmbeddedPostgres(primaryFolder)
  await initialPrimary.stop()
  appendFileSync(
    path.join(primaryFolder, 'postgres/pg_hba.conf'),
    'host replication all 127.0.0.1/32 scram-sha-256\n',
  )
  cpSync(path.join(primaryFolder, 'postgres'), standbyFolder, { recursive: true })
  const primary = await startEmbeddedPostgres(primaryFolder)

  const { username, password, hostname, port } = new URL(primary.url)
  const primaryConnectionInfo = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(
    path.join(standbyFolder, 'postgresql.auto.conf'),
    `primary_conninfo = '${primaryConnectionInfo}'\n`,
  )
  writeFileSync(path.join(standbyFolder, 'standby.signal'), '')
  const binaries = findBinaries()
  const account = chooseOsUser(standbyFolder, binaries)
  changeOwner(account, standbyFolder)
  const standbyPort = await freePort()
  const settings = [`port=${standbyPort}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const server = spawnAs(
    account,
    binaries.postgres,
    ['-D', standbyFolder, ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: standbyFolder,
      stdio: 'ignore',
    },
  )
  const url = Object.assign(new URL(primary.url), { port: String(standbyPort) }).href
  return {
    primary,
    url,
    async stop() {
      const exited = once(server, 'exit')
      server.kill('SIGINT')
      await exited
      await primary.stop()
    },
  }
}
