// Runs PostgreSQL in a temporary folder for as long as its parent process lives, even if that is killed.
import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { createDatabaseFolder } from './database-folder.ts'

const folder = createDatabaseFolder('eternal-beauty-test-')
process.stdin.resume().on('close', async () => {
  await (await starting).stop()
  rmSync(folder, { recursive: true, force: true })
})
const starting = startFastPostgres()
process.stdout.write((await starting).url)

/** Its data needs to survive no crash, so it waits for no disk. */
async function startFastPostgres() {
  const postgres = await startEmbeddedPostgres(folder)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
  return postgres
}
