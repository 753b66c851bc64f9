import { parseArgs } from 'node:util'
import { newestBackup } from '#server/backup/backup-folder.ts'
import { countRows } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { getBackupsFolder } from '#server/backup/run-backup.ts'
import { createFileStorage } from '#server/files.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- [folder] [--replace]`, while no store runs there; without a folder, the newest backup. */
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
})

await runCommand({
  createDatabase: true,
  async work({ config, url }) {
    const folder = positionals[0] ?? (await newestBackup(getBackupsFolder(config)))
    const manifest = await restoreBackup(folder, {
      url,
      files: createFileStorage(config),
      dataDir: config.DATA_DIR,
      restoreSecret: !config.AUTH_SECRET,
      replace: values.replace,
      onProgress: (line) => console.log(line),
    })
    const { tables, files, madeAt, missing } = manifest
    console.log(`Restored the store as it was at ${madeAt}`)
    console.log(
      `${countRows(manifest)} rows of ${tables.length} tables, each table’s sum as in the backup; ${files.length} files`,
    )
    for (const name of missing) console.log(`Not in the backup: ${name}`)
    if (config.AUTH_SECRET)
      console.log('AUTH_SECRET must be the one that the store had, or sign-ins with two steps fail.')
    console.log('Start it with npm start, which brings it up to this version.')
  },
})
