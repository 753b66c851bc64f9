import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findBrokenSeal, sealAudit } from '#core/audit/audit-seals.server.ts'
import { connect } from '#db/connection.ts'
import { buildAccount, runJobs } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { createFakeBucket } from '#test/http/fake-s3.ts'
import { createTestStore } from '#test/test-store.ts'
import { diskFiles } from '../disk-files.ts'
import { createEmptyTarget, createTempFolder, uploadText } from './backup.fixture.ts'
import { backupName, DRAFT_PREFIX, listBackups, pruneBackups } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { countRows, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

/** Restoring releases the locks of jobs that were running during the backup, so only their number stays the same. */
function withoutJobLocks({ tables }: Manifest) {
  return tables.map(({ bytes, sha256, ...table }) =>
    table.schema === 'graphile_worker' ? table : { ...table, bytes, sha256 },
  )
}

test('a store is backed up while it sells, and restored with every row, file, and audit seal', {
  timeout: 60_000,
}, async ({ paymentContext, shop, connection, url }) => {
  const files = diskFiles(path.join(createTempFolder(), 'files'))
  const store = { ...paymentContext, files }
  const products = [
    await buildProduct(paymentContext, { stock: 500 }),
    await buildProduct(paymentContext, { stock: 500 }),
  ]
  const account = await buildAccount(paymentContext.db)
  const savedUpload = await uploadText(store, 'notes from the perfumer')
  const lostUpload = await uploadText(store, 'lost')
  await files.remove(`storage/${lostUpload.bucket}/${lostUpload.path}`)
  await connection.pool.query(`insert into audit_entries (at, action, subject)
    select now() - interval '2 minutes', 'product-changed', 'prd_' || n from generate_series(1, 9) n`)
  await sealAudit(paymentContext.db)
  const placeOrder = async (index: number) => {
    // A network may have only a few open payments.
    const visitor = shop.testStore.visitor({ address: `203.0.${index % 250}.9` })
    const items = [{ product_id: products[index % 2]?.id ?? '', quantity: 1 + (index % 3) }]
    const checkout = await shop.startCheckout(items, {}, newIdempotencyKey(), visitor)
    if (index % 4) await shop.pay(checkout)
    await shop.deliverWebhooks()
  }
  for (let index = 0; index < 6; index++) await placeOrder(index)
  await runJobs(connection, store)

  let isSelling = true
  const soldCount = (async () => {
    let index = 0
    while (isSelling) await placeOrder(index++)
    return index
  })()
  const backupsFolder = createTempFolder()
  const { folder: backupFolder, manifest } = await createBackup(
    { url, files, dataDir: createTempFolder() },
    backupsFolder,
  )
  isSelling = false
  expect(await soldCount).toBeGreaterThan(0)
  expect(manifest.missing).toEqual([`storage/admin-uploads/${lostUpload.path}`])
  expect(statSync(backupFolder).mode & 0o077).toBe(0)

  const target = { ...(await createEmptyTarget()), files: await createFakeBucket() }
  await restoreBackup(backupFolder, target)
  const copy = connect({ url: target.url })
  onTestFinished(copy.close)
  const secondBackup = await createBackup(target, createTempFolder())
  expect(withoutJobLocks(secondBackup.manifest)).toEqual(withoutJobLocks(manifest))
  expect(secondBackup.manifest.sequences).toEqual(manifest.sequences)
  expect(countRows(manifest)).toBeGreaterThan(100)
  const text = await target.files.read(`storage/admin-uploads/${savedUpload.path}`)
  expect(Buffer.from(text ?? []).toString()).toBe('notes from the perfumer')

  const restored = { ...store, db: copy.db }
  expect(await findBrokenSeal(restored)).toBeNull()
  await runJobs(copy, restored)
  await expectBalancedBooks(copy.db)
  const visitor = createTestStore(copy).visitor()
  expect((await visitor.signIn(account.email, account.password)).status).toBe(200)
  await buildProduct(restored)
  const rejectedUpdate = copy.pool.query('update stock_movements set change = 2')
  await expect(rejectedUpdate).rejects.toThrow('written once and never changed')
  const orphan = copy.pool.query(
    `insert into cart_items (id, user_id, product_id, quantity) values ('x', 'x', 'x', 1)`,
  )
  await expect(orphan).rejects.toThrow('foreign key')
})

test('a damaged backup, an existing store, or a running store is rejected before anything changes', async ({
  ctx,
  url,
}) => {
  await uploadText(ctx, 'words')
  await buildAccount(ctx.db, { email: 'grace@orchard.example' })
  const source = { url, files: ctx.files, dataDir: createTempFolder() }
  const { folder: backupFolder } = await createBackup(source, createTempFolder())
  const target = await createEmptyTarget()
  await restoreBackup(backupFolder, target)
  await expect(restoreBackup(backupFolder, target)).rejects.toThrow('This database already contains a store')
  const running = connect({ url: target.url })
  await running.pool.query(`update profiles set full_name = 'Changed since'`)
  await expect(restoreBackup(backupFolder, { ...target, replace: true })).rejects.toThrow(
    'The store is running',
  )
  await running.close()

  const manifest = path.join(backupFolder, 'manifest.json')
  const part = path.join(
    backupFolder,
    'files',
    readdirSync(path.join(backupFolder, 'files'), { recursive: true })
      .map(String)
      .find((name) => name.endsWith('.txt')) ?? '',
  )
  appendFileSync(part, '!')
  await expect(restoreBackup(backupFolder, { ...target, replace: true })).rejects.toThrow(
    'is missing or damaged',
  )
  rmSync(part)
  await expect(restoreBackup(backupFolder, { ...target, replace: true })).rejects.toThrow(
    'is missing or damaged',
  )
  expect(readFileSync(manifest, 'utf8')).toContain('profiles')
  await expect(restoreBackup(createTempFolder(), target)).rejects.toThrow('is not a backup')

  const other = await createBackup(source, createTempFolder())
  await restoreBackup(other.folder, { ...target, replace: true })
  const restoredConnection = connect({ url: target.url })
  onTestFinished(restoredConnection.close)
  const { rows } = await restoredConnection.pool.query(
    `select full_name from profiles where email = 'grace@orchard.example'`,
  )
  expect(rows).toEqual([{ full_name: 'Grace' }])
})

test('the oldest backups are removed beyond the limit, and unfinished ones after a day', async () => {
  const backupsFolder = createTempFolder()
  const names = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => backupName(new Date(day)))
  for (const name of [...names, `${DRAFT_PREFIX}${names[0]}`, 'other folder'])
    await mkdir(path.join(backupsFolder, name))
  await pruneBackups(backupsFolder, 2)
  expect((await listBackups(backupsFolder)).map((backupPath) => path.basename(backupPath))).toEqual([
    names[2],
    names[1],
  ])
  expect(readdirSync(backupsFolder)).toContain('other folder')
  expect(readdirSync(backupsFolder)).toContain(`${DRAFT_PREFIX}${names[0]}`)
})
