import { expect, test, vi } from 'vitest'
import { startPictureServer } from '#test/http/picture-server.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { requestImports } from '#test/processes/request-imports.ts'
import { freePort } from '#test/processes/running-store.ts'
import { queryStore, startStore } from '#test/processes/store-processes.ts'

const PRODUCTS = 6
const PICTURES = 4
const WAIT = { timeout: 120_000, interval: 50 }

test('a store killed while it fetches an import’s pictures continues: no picture is lost or added twice', {
  timeout: 300_000,
}, async () => {
  const env = { DATA_DIR: await createDemoFolder(), PORT: String(await freePort()) }
  const pictures = await startPictureServer()
  let isHanging = true
  // The store is killed in the middle: some pictures are there, some are on their way.
  pictures.answer = ({ url = '' }) => isHanging && url > '/3'
  const store = await startStore(env)
  const request = await requestImports(store.url)
  const form = new FormData()
  form.append('fetch_pictures', 'yes')
  form.append('file', new Blob([csvOf(pictures.url)]), 'p.csv')
  const { id } = await request('POST', '', form)
  await vi.waitUntil(async () => (await request('GET', `/${id}`)).state === 'checked', WAIT)
  await request('POST', `/${id}/run`)
  const isInTheMiddle = async () =>
    pictures.requested.filter((url) => url > '/3').length >= PICTURES &&
    (await request('GET', `/${id}`)).pictures.done > 0
  await vi.waitUntil(isInTheMiddle, WAIT)
  await store.kill()
  isHanging = false
  // What the killed process was fetching waits for its lease, unless that has ended.
  const restarted = await startStore(env)
  await queryStore(
    env.DATA_DIR,
    `update product_import_pictures set claimed_until = now() - interval '1 second'`,
  )
  const requestAfterRestart = await requestImports(restarted.url)
  await requestAfterRestart('POST', `/${id}/pictures/retry`)
  await vi.waitUntil(async () => (await requestAfterRestart('GET', `/${id}`)).pictures.pending === 0, WAIT)
  expect((await requestAfterRestart('GET', `/${id}`)).pictures).toEqual({
    ...{ pending: 0, done: PRODUCTS * PICTURES, failed: 0, invalid: 0 },
  })
  const products = await queryStore<{ status: string; alts: string[] }>(
    env.DATA_DIR,
    `select p.status, array_agg(c.alt order by pp.position) as alts
    from products p join product_pictures pp on pp.product_id = p.id join pictures c on c.id = pp.picture_id
    where p.slug like 'pictured-%' group by p.id order by p.slug`,
  )
  expect(products).toEqual(
    Array.from({ length: PRODUCTS }, (_, product) => ({ status: 'published', alts: textsOf(product) })),
  )
})

const numbers = Array.from({ length: PICTURES }, (_, number) => number)
const textsOf = (product: number) => numbers.map((number) => `Text ${product}-${number}`)

const csvOf = (url: string) =>
  [
    'slug,name,category,price,status,pictures,picture_texts',
    ...Array.from({ length: PRODUCTS }, (_, product) => {
      const addresses = numbers.map((number) => `${url}/${product}-${number}.png`)
      return `pictured-${product},Pictured,Skincare,9,published,"${addresses.join('\n')}","${textsOf(product).join('\n')}"`
    }),
  ].join('\n')
