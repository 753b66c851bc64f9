import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readPassword } from '#db/embedded/data-folder.ts'
import { readPidFile } from '#db/embedded/pid-file.ts'

/** The URL of the embedded database of a store that runs in a folder. */
export function embeddedDatabaseUrl(folder: string): string {
  const port = readPidFile(path.join(folder, 'postgres'))?.port
  return `postgres://postgres:${readPassword(folder, 'postgres-password')}@127.0.0.1:${port}/eternal_beauty`
}

/** Waits until each picture has all its sizes. Until then, browsers load and decode originals. */
export async function waitForPictureSizes(folder: string, signal: AbortSignal): Promise<void> {
  const client = new Client({ connectionString: embeddedDatabaseUrl(folder) })
  await client.connect()
  const pending = `select from graphile_worker.jobs where task_identifier = 'size-picture'`
  try {
    while ((await client.query(pending)).rowCount) await sleep(200, undefined, { signal })
  } finally {
    await client.end()
  }
}
