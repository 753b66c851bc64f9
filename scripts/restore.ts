import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findBrokenSeal } from '#core/audit/audit-seals.server.ts'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import { connect } from '#db/connection.ts'
import { StartupError } from '#db/startup-error.ts'
import { readAuthSecret } from '#server/auth-secret.ts'
import { newestBackup } from '#server/backup/backup-folder.ts'
import { countRows, type Manifest } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { drillRestore } from '#server/backup/restore-drill.ts'
import { getBackupsFolder } from '#server/backup/run-backup.ts'
import { backupSigner } from '#server/backup/signature.ts'
import type { Config } from '#server/config.ts'
import { createFileStorage } from '#server/files.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run restore -- [folder] [--replace]`. The store must be stopped. Defaults to the newest backup. `--drill` restores it
 * beside the running store, compares, and deletes it.
 */
const { values, positionals } = parseArgs({
  options: {
    replace: { type: 'boolean', default: false },
    drill: { type: 'boolean', default: false },
    identity: { type: 'string' },
    signer: { type: 'string' },
    unsigned: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

await runCommand({
  createDatabase: !values.drill,
  async run({ config, url }) {
    const folder = positionals[0] ?? (await newestBackup(getBackupsFolder(config)))
    const options = {
      url,
      identity: values.identity === undefined ? undefined : await readIdentity(values.identity),
      signers: values.unsigned ? undefined : knownSigners(config),
      onProgress: (line: string) => console.log(line),
    }
    if (values.drill) return drillRestore(folder, options, reportDrill)
    const manifest = await restoreBackup(folder, {
      ...options,
      files: createFileStorage(config),
      dataDir: config.DATA_DIR,
      restoreSecret: !config.AUTH_SECRET,
      replace: values.replace,
    })
    report('Restored', manifest)
    for (const name of manifest.missing) console.log(`Missing from the backup: ${name}`)
    if (config.AUTH_SECRET)
      console.log('Set AUTH_SECRET to the same value as before. With another value, two-step sign-in fails.')
    else if (!manifest.secret)
      console.log(
        `Copy the former store's auth-secret into ${config.DATA_DIR} before the start. Without it, two-step sign-in fails.`,
      )
    console.log('Start the store with npm start, which applies newer migrations.')
  },
})

async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const identity = text?.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (!identity) throw new StartupError(`${file} has no line that starts with AGE-SECRET-KEY-.`)
  return identity.trim()
}

function knownSigners({ AUTH_SECRET, AUTH_SECRET_PREVIOUS, DATA_DIR }: Config): string[] {
  const secrets = [AUTH_SECRET, AUTH_SECRET_PREVIOUS, readAuthSecret(DATA_DIR)]
  const signers = secrets.flatMap((secret) => (secret ? [backupSigner(secret)] : []))
  return values.signer ? [...signers, values.signer] : signers
}

function report(verb: string, manifest: Manifest): void {
  const { tables, files, madeAt } = manifest
  console.log(`${verb} the backup of ${madeAt}`)
  console.log(
    `${countRows(manifest)} rows in ${tables.length} tables, ${files.length} files; all table checksums match the backup`,
  )
}

async function reportDrill(url: string, manifest: Manifest): Promise<void> {
  const { db, close } = connect({ url, max: 1, pooled: true })
  try {
    report('Restored, beside the store,', manifest)
    const problems = await findDiscrepancies(db)
    const brokenSeal = await findBrokenSeal({ db })
    if (brokenSeal !== null) problems.push(`The audit log was changed at entry ${brokenSeal}`)
    console.log(
      problems.length
        ? problems.join('\n')
        : 'Orders, payments, accounting entries, stock, and the seals of the audit log are consistent.',
    )
    if (problems.length) process.exitCode = 1
  } finally {
    await close()
  }
}
