import { expect, test, vi } from 'vitest'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { requestImports } from '#test/processes/request-imports.ts'
import { freePort } from '#test/processes/running-store.ts'
import { queryStore, startStore } from '#test/processes/store-processes.ts'

const ROWS = 2400
const FAMILIES = 600
const WAIT = { timeout: 120_000, interval: 20 }

test('a store killed during an import’s check and run continues from the last batch: no row is lost or imported twice', {
  timeout: 300_000,
}, async () => {
  const env = { DATA_DIR: await createDemoFolder(), PORT: String(await freePort()) }
  const store = await startStore(env)
  const before = await readCounts(env.DATA_DIR)
  const request = await requestImports(store.url)
  const form = new FormData()
  form.append(
    'file',
    new Blob([['slug,name,category,price,stock,status,family,family_name,shade', ...csvRows()].join('\n')]),
    'p.csv',
  )
  const { id } = await request('POST', '', form)
  await store.kill()
  const checkingStore = await startStore(env)
  await vi.waitUntil(async () => (await request('GET', `/${id}`)).state === 'checked', WAIT)
  expect(await request('GET', `/${id}`)).toMatchObject({ rows: ROWS, created: ROWS })
  await request('POST', `/${id}/run`)
  await vi.waitUntil(async () => (await request('GET', `/${id}`)).imported > 0, WAIT)
  await checkingStore.kill()
  const [interrupted] = await queryStore<{ state: string; imported: number }>(
    env.DATA_DIR,
    'select state, imported from product_imports',
  )
  expect(interrupted?.state).toBe('running')
  expect(interrupted?.imported).toBeLessThan(ROWS)

  await startStore(env)
  const requestAfterRestart = await requestImports(store.url)
  await vi.waitUntil(async () => (await requestAfterRestart('GET', `/${id}`)).state === 'done', WAIT)
  expect(await requestAfterRestart('GET', `/${id}`)).toMatchObject({
    created: ROWS,
    imported: ROWS,
    invalid: 0,
  })
  expect(await readCounts(env.DATA_DIR)).toEqual({
    products: before.products + ROWS,
    pieces: before.pieces + 2 * ROWS,
    moves: before.moves + ROWS,
    audited: before.audited + ROWS,
    families: before.families + FAMILIES,
    ended: 1,
  })
})

/** The products of each family are far apart in the file. */
const csvRows = () =>
  Array.from({ length: ROWS }, (_, n) => {
    const family = n % FAMILIES
    return `p-${n},Rose,Skincare,9.50,2,published,f-${family},Family ${family},Shade ${n}`
  })

type StoreCounts = {
  products: number
  pieces: number
  moves: number
  audited: number
  families: number
  ended: number
}

async function readCounts(data: string): Promise<StoreCounts> {
  const [counts] = await queryStore<StoreCounts>(
    data,
    `select (select count(*)::int from products) as products,
      (select sum(available)::int from stock_levels) as pieces,
      (select count(*)::int from stock_movements) as moves,
      (select count(*)::int from audit_entries where action = 'product-created') as audited,
      (select count(*)::int from families) as families,
      (select count(*)::int from audit_entries where action = 'products-imported') as ended`,
  )
  if (!counts) throw new Error('Nothing was counted')
  return counts
}
