import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findBrokenSeal } from '#core/audit/audit-log.server.ts'
import type { Context } from '#core/context.ts'
import { saveUpload } from '#core/media/keep-upload.server.ts'
import { connect } from '#db/connection.ts'
import { buildAccount, buildActor, doJobs } from '#test/accounts.ts'
import { booksAreStraight } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { freshDatabase } from '#test/fresh-database.ts'
import { openBucket } from '#test/s3-stand-in.ts'
import { openDoors } from '#test/visitors.ts'
import { diskFiles } from '../disk-files.ts'
import { makeBackup } from './make-backup.ts'
import { rowsIn } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { backupName, backupsOn, DRAFT, prune } from './shelf.ts'

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A machine with an empty database and nothing else. */
async function emptyMachine() {
  const { url, client, drop } = await freshDatabase({ empty: true })
  await client.end()
  onTestFinished(() => drop().catch(() => {}))
  const dataDir = folder()
  const files = diskFiles(path.join(dataDir, 'files'))
  return { url, files, dataDir, ownSecret: true, replace: false, say: () => {} }
}

async function upload(ctx: Context, said: string) {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const body = (async function* () {
    yield Buffer.from(said)
  })()
  return saveUpload(admin, { bucket: 'admin-uploads', name: 'notes.txt', body })
}

test('a store is backed up while it sells, and restored to the row, the file and the chain', {
  timeout: 60_000,
}, async ({ till, shop, connection, url }) => {
  const files = diskFiles(path.join(folder(), 'files'))
  const store = { ...till, files }
  const products = [await buildProduct(till, { stock: 500 }), await buildProduct(till, { stock: 500 })]
  const account = await buildAccount(till.db)
  const kept = await upload(store, 'what the perfumer said')
  const gone = await upload(store, 'lost')
  await files.remove(`storage/${gone.bucket}/${gone.path}`)
  await till.db.execute(`insert into audit_entries (at, action, subject)
    select now() - interval '2 minutes', 'product-changed', 'prd_' || n from generate_series(1, 9) n`)
  await till.db.execute('select audit_seal()')
  const buyOne = async (nth: number) => {
    const begun = await shop.begun([{ product_id: products[nth % 2]?.id ?? '', quantity: 1 + (nth % 3) }])
    if (nth % 4) await shop.pay(begun)
    await shop.deliver()
  }
  for (let nth = 0; nth < 6; nth++) await buyOne(nth)
  await doJobs(connection, store)

  let selling = true
  const sold = (async () => {
    let nth = 0
    while (selling) await buyOne(nth++)
    return nth
  })()
  const shelf = folder()
  const { folder: made, manifest } = await makeBackup({ url, files, dataDir: folder() }, shelf)
  selling = false
  expect(await sold).toBeGreaterThan(0)
  expect(manifest.missing).toEqual([`storage/admin-uploads/${gone.path}`])
  expect(statSync(made).mode & 0o077).toBe(0)

  const target = { ...(await emptyMachine()), files: await openBucket() }
  await restoreBackup(made, target)
  const copy = connect({ url: target.url })
  onTestFinished(copy.close)
  const again = await makeBackup(target, folder())
  expect(again.manifest.tables).toEqual(manifest.tables)
  expect(again.manifest.sequences).toEqual(manifest.sequences)
  expect(rowsIn(manifest)).toBeGreaterThan(100)
  const text = await target.files.read(`storage/admin-uploads/${kept.path}`)
  expect(Buffer.from(text ?? []).toString()).toBe('what the perfumer said')

  const restored = { ...store, db: copy.db }
  expect(await findBrokenSeal(restored)).toBeNull()
  await doJobs(copy, restored)
  await booksAreStraight(copy.db)
  const visitor = openDoors(copy).visitor()
  expect((await visitor.signIn(account.email, account.password)).status).toBe(200)
  await buildProduct(restored)
  const refused = copy.pool.query('update stock_movements set change = 2')
  await expect(refused).rejects.toThrow('written once and never changed')
  const orphan = copy.pool.query(
    `insert into cart_items (id, user_id, product_id, quantity) values ('x', 'x', 'x', 1)`,
  )
  await expect(orphan).rejects.toThrow('foreign key')
})

test('what is damaged, foreign or in the way is refused before anything is touched', async ({ ctx, url }) => {
  await upload(ctx, 'words')
  await buildAccount(ctx.db, { email: 'kept@orchard.example' })
  const source = { url, files: ctx.files, dataDir: folder() }
  const { folder: made } = await makeBackup(source, folder())
  const target = await emptyMachine()
  await restoreBackup(made, target)
  await expect(restoreBackup(made, target)).rejects.toThrow('There is a store in this database already')
  const running = connect({ url: target.url })
  await running.pool.query(`update profiles set full_name = 'Changed since'`)
  await expect(restoreBackup(made, { ...target, replace: true })).rejects.toThrow('The store runs')
  await running.close()

  const manifest = path.join(made, 'manifest.json')
  const part = path.join(
    made,
    'files',
    readdirSync(path.join(made, 'files'), { recursive: true })
      .map(String)
      .find((name) => name.endsWith('.txt')) ?? '',
  )
  appendFileSync(part, '!')
  await expect(restoreBackup(made, { ...target, replace: true })).rejects.toThrow('is missing or damaged')
  rmSync(part)
  await expect(restoreBackup(made, { ...target, replace: true })).rejects.toThrow('is missing or damaged')
  expect(readFileSync(manifest, 'utf8')).toContain('profiles')
  await expect(restoreBackup(folder(), target)).rejects.toThrow('holds no backup')

  const other = await makeBackup(source, folder())
  await restoreBackup(other.folder, { ...target, replace: true })
  const back = connect({ url: target.url })
  onTestFinished(back.close)
  const { rows } = await back.pool.query(
    `select full_name from profiles where email = 'kept@orchard.example'`,
  )
  expect(rows).toEqual([{ full_name: 'Grace' }])
})

test('the oldest go once there are enough, and half-made ones after a day', async () => {
  const shelf = folder()
  const names = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => backupName(new Date(day)))
  for (const name of [...names, `${DRAFT}${names[0]}`, 'somebody’s own']) await mkdir(path.join(shelf, name))
  await prune(shelf, 2)
  expect((await backupsOn(shelf)).map((one) => path.basename(one))).toEqual([names[2], names[1]])
  expect(readdirSync(shelf)).toContain('somebody’s own')
  expect(readdirSync(shelf)).toContain(`${DRAFT}${names[0]}`)
})
