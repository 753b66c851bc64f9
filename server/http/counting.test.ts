import { readVisits } from '#core/analytics/visits.server.ts'
import { normalizeSearchTerm } from '#core/analytics/visits.ts'
import { openDoors } from '#test/doors.ts'
import { incoming } from '#test/incoming.ts'
import { expect, test } from '#test/store.ts'
import { createCounting, writeDownCounts } from './counting.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const page = {
  host: 'shop.example',
  'user-agent': FIREFOX,
  accept: 'text/html',
  'sec-fetch-dest': 'document',
}

function counted(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const counting = createCounting()
  counting.opened(incoming({ method, url: path, headers: { ...page, ...headers } }), path, 'US', null)
  const { pages, terms } = counting.take()
  return [...pages.map(({ what, times }) => `${what} ${times}`), ...terms.map(({ term }) => term)]
}

test('a visit begins outside the store, and goes on inside it', () => {
  expect(counted('/', { 'sec-fetch-site': 'none' })).toEqual(['visit 1'])
  expect(counted('/?utm_source=x', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit 1'])
  expect(counted('/product/prd_1', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit 1', 'product 1'])
  expect(counted('/product/prd_1', { 'sec-fetch-site': 'same-origin' })).toEqual(['product 1'])
  expect(counted('/categories', { referer: 'https://shop.example/' })).toEqual([])
  expect(counted('/categories', { referer: 'https://friend.example/' })).toEqual(['visit 1'])
  expect(counted('/product/prd_1.data', { accept: '*/*', 'sec-fetch-dest': 'empty' })).toEqual(['product 1'])
  expect(counted('/checkout', { 'sec-fetch-site': 'cross-site' })).toEqual(['checkout 1'])
})

test('machines, looks ahead, writes, the back office and what is no page count nowhere', () => {
  expect(counted('/', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toEqual([])
  expect(counted('/', { 'user-agent': '' })).toEqual([])
  expect(counted('/', { 'sec-purpose': 'prefetch' })).toEqual([])
  expect(counted('/', { 'sec-fetch-dest': 'image' })).toEqual([])
  expect(counted('/checkout', {}, 'POST')).toEqual([])
  for (const path of [
    '/admin',
    '/legacy-admin/orders',
    '/api/v1/products',
    '/media/x.webp',
    '/health/ready',
    '/demo/mailbox',
    '/products',
  ])
    expect(counted(path)).toEqual([])
})

test('a search is counted once by its words, and never by what may name a person', () => {
  const inside = { 'sec-fetch-site': 'same-origin' }
  expect(counted('/search?q=%20Rose%20%20OIL%0A', inside)).toEqual(['rose oil'])
  expect(counted('/search.data?q=rose', inside)).toEqual(['rose'])
  expect(counted('/search?q=rose&category=Makeup', inside)).toEqual([])
  expect(counted('/search?q=rose&cursor=x', inside)).toEqual([])
  expect(counted('/search?q=%', inside)).toEqual(['%'])
  for (const q of ['', '  ', 'grace@orchard.example', '+1 (503) 555-0144', 'x'.repeat(61)])
    expect(normalizeSearchTerm(q)).toBeUndefined()
  expect(normalizeSearchTerm('spf 50 2026')).toBe('spf 50 2026')
  const counting = createCounting()
  for (let n = 0; n < 3000; n++)
    counting.opened(incoming({ url: '/', headers: { ...page, ...inside } }), `/search?q=a${n}b`, 'US', null)
  expect(counting.take().terms).toHaveLength(1000)
})

test('pages from memory count like others, and what was counted is read by day', async ({
  ctx,
  connection,
}) => {
  const counting = createCounting()
  let made = 0
  const pages = async () => {
    made++
    return new Response('<p>A page</p>', { headers: { 'content-type': 'text/html' } })
  }
  const doors = await openDoors({ connection, pages, counting })
  const open = (path: string) => doors.ask(path, { headers: { ...page, host: 'localhost' } })
  for (let n = 0; n < 5; n++) await open('/product/prd_1')
  await open('/search?q=rose')
  expect(made).toBe(2)
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  const write = () => writeDownCounts({ counting, db: ctx.db, log: ctx.log }).stop()
  await expect
    .poll(async () => {
      await write()
      return (await readVisits(ctx.db, yesterday)).visits
    })
    .toBe(6)
  const day = { 'user-agent': FIREFOX, host: 'x', accept: 'text/html' }
  for (const [term, found] of [
    ['rose', true],
    ['gift card', false],
    ['rose', null],
  ] as const)
    counting.opened(incoming({ headers: { ...day, referer: 'http://x/' } }), `/search?q=${term}`, 'GB', found)
  await write()
  expect(await readVisits(ctx.db, yesterday)).toEqual({
    visits: 6,
    products: 5,
    checkouts: 0,
    paid: 0,
    searches: [
      { term: 'rose', times: 3, found: true },
      { term: 'gift card', times: 1, found: false },
    ],
    unfound: [{ term: 'gift card', times: 1 }],
  })
  expect((await readVisits(ctx.db, new Date(Date.now() + 24 * 3_600_000))).visits).toBe(0)
})
