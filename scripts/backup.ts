import { parseArgs } from 'node:util'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { readAuthSecret } from '#server/auth-secret.ts'
import { countRows } from '#server/backup/manifest.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { backupSigner } from '#server/backup/signature.ts'
import { runCommand } from './run-command.ts'

/** `npm run backup -- [--to folder] [--keep 14]`. The store may be running. `--new-key` prints a key pair instead. */
const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'string' }, 'new-key': { type: 'boolean' } },
})

if (values['new-key']) await printNewKey()
else
  await runCommand({
    settings: { BACKUP_DIR: values.to, BACKUP_KEEP: values.keep },
    async run({ config, url }) {
      const { folder, manifest, pruned } = await runBackup(config, url)
      const { tables, files, missing, recipient } = manifest
      console.log(`Backed up to ${folder}`)
      console.log(`${countRows(manifest)} rows in ${tables.length} tables, ${files.length} files`)
      for (const name of missing) console.log(`Missing file, not backed up: ${name}`)
      if (pruned) console.log(`Older backups removed: ${pruned}`)
      const generatedSecret = config.AUTH_SECRET ? undefined : readAuthSecret(config.DATA_DIR)
      const secret = config.AUTH_SECRET ?? generatedSecret
      if (secret)
        console.log(
          `Signed by ${backupSigner(secret)}. Note this signer: a restore on a new machine asks for it.`,
        )
      if (recipient) console.log(`Encrypted to ${recipient}`)
      else console.log('Not encrypted. Run npm run backup -- --new-key, then set BACKUP_RECIPIENT.')
      if (generatedSecret && !recipient)
        console.log(
          `The backup doesn't include ${config.DATA_DIR}/auth-secret, which two-step sign-in needs. Keep a copy of it in another place.`,
        )
    },
  })

async function printNewKey(): Promise<void> {
  const identity = await generateX25519Identity()
  console.log(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}

Set this variable where the store runs. Keep the line below in a file that is not on the store's machine, such as in a
password manager, and a second copy elsewhere. Without it, nobody can read the backups:

${identity}`)
}
