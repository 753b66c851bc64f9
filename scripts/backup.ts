import { parseArgs } from 'node:util'
import { countRows } from '#server/backup/manifest.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup -- [--to folder] [--keep 14]`. The store may be running. */
const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } })

await runCommand({
  settings: { BACKUP_DIR: values.to, BACKUP_KEEP: values.keep },
  async run({ config, url }) {
    const { folder, manifest, pruned } = await runBackup(config, url)
    const { tables, files, missing } = manifest
    console.log(`Backed up to ${folder}`)
    console.log(`${countRows(manifest)} rows in ${tables.length} tables, ${files.length} files`)
    for (const name of missing) console.log(`Missing file, not backed up: ${name}`)
    if (pruned) console.log(`Older backups removed: ${pruned}`)
  },
})
