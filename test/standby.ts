import { once } from 'node:events'
import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { changeOwner, chooseOsUser, spawnAs } from '#db/embedded/account.ts'
import { findBinaries } from '#db/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { freePort } from './running-store.ts'

export type Standby = { primary: EmbeddedPostgres; url: string; stop(): Promise<void> }

/** A real primary and a real hot standby that follows it, in two folders of one. */
export async function startWithStandby(folder: string): Promise<Standby> {
  const home = path.join(folder, 'primary')
  const copy = path.join(folder, 'standby')
  const first = await startEmbeddedPostgres(home)
  await first.stop()
  appendFileSync(path.join(home, 'postgres/pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n')
  cpSync(path.join(home, 'postgres'), copy, { recursive: true })
  const primary = await startEmbeddedPostgres(home)

  const { username, password, hostname, port } = new URL(primary.url)
  const follow = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  appendFileSync(path.join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`)
  writeFileSync(path.join(copy, 'standby.signal'), '')
  const binaries = findBinaries()
  const account = chooseOsUser(copy, binaries)
  changeOwner(account, copy)
  const own = await freePort()
  const settings = [`port=${own}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const server = spawnAs(
    account,
    binaries.postgres,
    ['-D', copy, ...settings.flatMap((one) => ['-c', one])],
    {
      cwd: copy,
      stdio: 'ignore',
    },
  )
  const url = Object.assign(new URL(primary.url), { port: String(own) }).href
  return {
    primary,
    url,
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      await gone
      await primary.stop()
    },
  }
}
