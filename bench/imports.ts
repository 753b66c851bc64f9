import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { applyImportBatch } from '#core/catalog/import/apply-import.server.ts'
import { checkImport } from '#core/catalog/import/check-import.server.ts'
import { findImport } from '#core/catalog/import/imports.server.ts'
import { startImport } from '#core/catalog/import/start-import.server.ts'
import { uploadImport } from '#core/catalog/import/upload-import.server.ts'
import type { Context } from '#core/context.ts'
import { connect } from '#db/connection.ts'
import { diskFiles } from '#server/disk-files.ts'

/** `DATABASE_URL=… npm run bench -- imports`: a file of new products is checked and loaded. The products stay. */
const ROWS = Number(process.env.BENCH_ROWS ?? 50_000)
const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const { pool, db, close } = connect({ url, max: 2 })
const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-import-'))
const { rows: owners } = await pool.query(`select id, email from profiles where role = 'admin' limit 1`)
const actor = {
  kind: 'user',
  ...owners[0],
  role: 'admin',
  fullName: null,
  sessionId: '',
  expiresAt: new Date(),
}
// An import uses only these of the context.
const ctx = { db, now: new Date(), actor, files: diskFiles(folder) } as Partial<Context> as Context
const steps: Record<string, unknown>[] = []
let id = ''
await measure('upload', async () => {
  id = await uploadImport(ctx, {
    name: 'bench.csv',
    body: csvFile(),
    options: { takeStock: true, category: null },
  })
})
await measure('check', () => checkImport(ctx, id))
await measure('load', async () => {
  await startImport(ctx, id)
  while ((await findImport(ctx, id)).state !== 'done') await applyImportBatch(db, id)
})
const { created, invalid } = await findImport(ctx, id)
console.table(steps)
console.log(`${created} products created, ${invalid} rows refused`)
rmSync(folder, { recursive: true })
await close()

async function* csvFile(): AsyncGenerator<Uint8Array> {
  const run = Date.now().toString(36)
  yield Buffer.from('slug,name,brand,category,price,stock,tagline,description,keywords\n')
  for (let n = 0; n < ROWS; n++) {
    const category = INITIAL_CATEGORIES[n % INITIAL_CATEGORIES.length]
    const name = `Orchard ${['Rose', 'Fig', 'Cedar', 'Iris'][n % 4]} Balm ${n}`
    yield Buffer.from(
      `bench-${run}-${n},${name},Orchard,"${category}",${5 + (n % 90)}.50,${n % 40},Soft from the first day,A balm that melts into the skin and leaves it soft for a whole day.,"balm, ${run}"\n`,
    )
  }
}

async function measure(step: string, work: () => Promise<void>): Promise<void> {
  const before = await readClocks()
  await work()
  const after = await readClocks()
  const seconds = (clock: keyof typeof before) => Math.round((after[clock] - before[clock]) * 10) / 10
  steps.push({
    step,
    'wall, s': seconds('wall'),
    'Node CPU, s': seconds('node'),
    'Postgres CPU, s': seconds('postgres'),
  })
}

/** In seconds. Reads all connections of this process, which are on the same machine. */
async function readClocks() {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  )
  const nanoseconds = rows.map(({ pid }) =>
    Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]),
  )
  const { user, system } = process.cpuUsage()
  return {
    wall: performance.now() / 1000,
    node: (user + system) / 1_000_000,
    postgres: nanoseconds.reduce((sum, own) => sum + own, 0) / 1_000_000_000,
  }
}
