import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { inject } from 'vitest'
import { connect } from '#db/connection.ts'
import { buildAccount } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { readAuthSecret, saveAuthSecret } from '../auth-secret.ts'
import { createEmptyTarget, createTempFolder, uploadText } from './backup.fixture.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { drillRestore } from './restore-drill.ts'
import { backupSigner } from './signature.ts'

test('an encrypted backup has nothing to read without its key, and restores with it', async ({
  ctx,
  url,
}) => {
  await uploadText(ctx, 'notes from the perfumer')
  const dataDir = createTempFolder()
  saveAuthSecret(dataDir, 'a quiet orchard behind the old wall')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const source = { url, files: ctx.files, dataDir, recipient }
  const { folder, manifest } = await createBackup(source, createTempFolder())
  expect(manifest).toMatchObject({ format: 2, recipient })
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    const file = path.join(folder, name)
    if (!statSync(file).isFile() || name === 'manifest.json') continue
    expect([name, readFileSync(file, 'latin1').slice(0, 21)]).toEqual([
      expect.stringMatching(/\.age$/),
      'age-encryption.org/v1',
    ])
    expect(readFileSync(file, 'latin1')).not.toMatch(/perfumer|quiet orchard/)
  }
  const target = await createEmptyTarget()
  await expect(restoreBackup(folder, target)).rejects.toThrow('This backup is encrypted')
  const otherIdentity = await generateX25519Identity()
  await expect(restoreBackup(folder, { ...target, identity: otherIdentity })).rejects.toThrow('another key')
  await restoreBackup(folder, { ...target, identity })
  expect(readAuthSecret(target.dataDir)).toBe('a quiet orchard behind the old wall')
  const [file] = manifest.files
  expect(Buffer.from((await target.files.read(file?.path ?? '')) ?? []).toString()).toBe(
    'notes from the perfumer',
  )
})

test('a backup that isn’t encrypted leaves out the secret that decrypts its rows', async ({ ctx, url }) => {
  const dataDir = createTempFolder()
  saveAuthSecret(dataDir, 'a quiet orchard behind the old wall')
  const { folder, manifest } = await createBackup({ url, files: ctx.files, dataDir }, createTempFolder())
  expect(manifest.secret).toBeNull()
  expect(readdirSync(folder)).not.toContain('auth-secret')
})

test('a backup that was changed, or that nobody known has signed, is refused', async ({ ctx, url }) => {
  const signingSecret = 'a quiet orchard behind the old wall'
  const create = (secret?: string) =>
    createBackup(
      { url, files: ctx.files, dataDir: createTempFolder(), signingSecret: secret },
      createTempFolder(),
    )
  const { folder } = await create(signingSecret)
  const target = { ...(await createEmptyTarget()), signers: [backupSigner(signingSecret)] }
  await expect(
    restoreBackup(folder, { ...target, signers: [backupSigner('another secret')] }),
  ).rejects.toThrow(`add --signer ${backupSigner(signingSecret)}`)
  const unsigned = await create()
  await expect(restoreBackup(unsigned.folder, target)).rejects.toThrow("isn't signed")
  const manifest = path.join(folder, 'manifest.json')
  const original = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, original.replace('"rows": 0', '"rows": 1'))
  await expect(restoreBackup(folder, target)).rejects.toThrow('was changed after it was signed')
  writeFileSync(manifest, original)
  await restoreBackup(folder, target)
})

test('a backup can’t name files outside the storage', async () => {
  const folder = createTempFolder()
  for (const name of ['storage/../../etc/passwd', '/etc/passwd', '../x', 'storage/./x', 'storage\\..\\x']) {
    const manifest = {
      format: 1,
      madeAt: new Date(0).toISOString(),
      postgres: '18',
      migrations: [],
      tables: [],
      sequences: [],
    }
    const files = [{ path: name, bytes: 0, sha256: '' }]
    writeFileSync(
      path.join(folder, 'manifest.json'),
      JSON.stringify({ ...manifest, files, missing: [], secret: null }),
    )
    await expect(restoreBackup(folder, await createEmptyTarget())).rejects.toThrow("can't be read")
  }
})

test('a drill restores beside the store, and leaves nothing behind', async ({ ctx, url }) => {
  await buildAccount(ctx.db, { email: 'grace@orchard.example' })
  const source = { url, files: ctx.files, dataDir: createTempFolder() }
  const { folder } = await createBackup(source, createTempFolder())
  const options = { url: inject('serverUrl'), signers: undefined, onProgress: () => {} }
  await expect(drillRestore(folder, { ...options, url }, async () => {})).rejects.toThrow('alter role')
  const { rows: restored, drillUrl: formerUrl } = await drillRestore(folder, options, async (drillUrl) => {
    const drill = connect({ url: drillUrl })
    const { rows } = await drill.pool.query(
      `select email from profiles where email = 'grace@orchard.example'`,
    )
    await drill.close()
    return { rows, drillUrl }
  })
  expect(restored).toHaveLength(1)
  const former = connect({ url: formerUrl })
  await expect(former.pool.query('select 1')).rejects.toThrow('does not exist')
  await former.close()
})
