import { expect, test, vi } from 'vitest'
import { freePort } from '#test/running-store.ts'
import { dataFolder, openStore, queryStore } from '#test/store-processes.ts'

const ROWS = 6000
const SOON = { timeout: 120_000, interval: 20 }

test('killed in the middle of an import, the store goes on from the last batch: no row is lost or taken in twice', {
  timeout: 300_000,
}, async () => {
  const env = { DATA_DIR: dataFolder(), PORT: String(await freePort()) }
  const store = await openStore(env)
  const before = await standing(env.DATA_DIR)
  const ask = await asAdmin(store.url)
  const form = new FormData()
  form.append('file', new Blob([['slug,name,category,price,stock,status', ...lines()].join('\n')]), 'p.csv')
  const { id, created } = await ask('POST', '', form)
  expect(created).toBe(ROWS)
  await ask('POST', `/${id}/run`)
  await vi.waitUntil(async () => (await ask('GET', `/${id}`)).taken > 0, SOON)
  await store.kill()
  const [cut] = await queryStore<{ state: string; taken: number }>(
    env.DATA_DIR,
    'select state, taken from product_imports',
  )
  expect(cut?.state).toBe('running')
  expect(cut?.taken).toBeLessThan(ROWS)

  await openStore(env)
  const again = await asAdmin(store.url)
  await vi.waitUntil(async () => (await again('GET', `/${id}`)).state === 'done', SOON)
  expect(await again('GET', `/${id}`)).toMatchObject({ created: ROWS, taken: ROWS, bad: 0 })
  expect(await standing(env.DATA_DIR)).toEqual({
    products: before.products + ROWS,
    pieces: before.pieces + 2 * ROWS,
    moves: before.moves + ROWS,
    told: ROWS,
    ended: 1,
  })
})

const lines = () => Array.from({ length: ROWS }, (_, n) => `p-${n},Rose ${n},Skincare,9.50,2,published`)

async function asAdmin(url: string) {
  const credentials = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }
  const signedIn = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', ...credentials }),
  })
  const { access_token } = await signedIn.json()
  return async (method: string, path: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${url}/api/v1/admin/products/imports${path}`, { method, headers, body })
    return answer.json()
  }
}

type Counts = { products: number; pieces: number; moves: number; told: number; ended: number }

async function standing(data: string): Promise<Counts> {
  const [counts] = await queryStore<Counts>(
    data,
    `select (select count(*)::int from products) as products,
      (select sum(available)::int from stock_levels) as pieces,
      (select count(*)::int from stock_movements) as moves,
      (select count(*)::int from audit_entries where action = 'product-created') as told,
      (select count(*)::int from audit_entries where action = 'products-imported') as ended`,
  )
  if (!counts) throw new Error('Nothing was counted')
  return counts
}
