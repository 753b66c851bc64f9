import { parseArgs } from 'node:util'
import { countRows } from '#server/backup/manifest.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup -- [--to folder] [--keep 14]`, whether the store runs or not. */
const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } })

await runCommand({
  settings: { BACKUP_DIR: values.to, BACKUP_KEEP: values.keep },
  async work({ config, url }) {
    const { folder, manifest, pruned } = await runBackup(config, url)
    const { tables, files, missing } = manifest
    console.log(`Backed up to ${folder}`)
    console.log(`${countRows(manifest)} rows of ${tables.length} tables, ${files.length} files`)
    for (const name of missing) console.log(`Not there to be kept: ${name}`)
    if (pruned) console.log(`${pruned} older ones were taken away`)
  },
})
