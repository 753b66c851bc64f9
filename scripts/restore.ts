import { parseArgs } from 'node:util'
import { newestBackup } from '#server/backup/backup-folder.ts'
import { countRows } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { getBackupsFolder } from '#server/backup/run-backup.ts'
import { createFileStorage } from '#server/files.ts'
import { runCommand } from './run-command.ts'

/** `npm run restore -- [folder] [--replace]`. The store must be stopped. Defaults to the newest backup. */
const { values, positionals } = parseArgs({
  options: { replace: { type: 'boolean', default: false } },
  allowPositionals: true,
})

await runCommand({
  createDatabase: true,
  async run({ config, url }) {
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
    console.log(`Restored the backup of ${madeAt}`)
    console.log(
      `${countRows(manifest)} rows in ${tables.length} tables, ${files.length} files; all table checksums match the backup`,
    )
    for (const name of missing) console.log(`Missing from the backup: ${name}`)
    if (config.AUTH_SECRET)
      console.log('Set AUTH_SECRET to the same value as before. With another value, two-step sign-in fails.')
    console.log('Start the store with npm start, which applies newer migrations.')
  },
})
