import { z } from 'zod'
import { MAX_SOURCES_PER_DAY } from '#core/analytics/visit-sources.server.ts'
import { readTraffic } from '#core/analytics/visits.server.ts'
import { normalizeSearchTerm } from '#core/analytics/visits.ts'
import { query } from '#db/sql.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { buildIncomingMessage } from '#test/http/incoming-message.ts'
import { expect, test } from '#test/store.ts'
import { createVisitCounter, startVisitFlusher } from './visit-counter.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const PUBLIC_URL = 'https://shop.example'
const pageHeaders = {
  host: 'shop.example',
  'user-agent': FIREFOX,
  accept: 'text/html',
  'sec-fetch-dest': 'document',
}

function countVisit(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const visitCounter = createVisitCounter(PUBLIC_URL)
  visitCounter.recordPage(
    buildIncomingMessage({ method, url: path, headers: { ...pageHeaders, ...headers } }),
    path,
    'US',
    null,
  )
  const { pages, terms } = visitCounter.takeCounts()
  return [...pages.map(({ what, times }) => `${what} ${times}`), ...terms.map(({ term }) => term)]
}

test('a visit starts with a request from outside the store', () => {
  expect(countVisit('/', { 'sec-fetch-site': 'none' })).toEqual(['visit 1'])
  expect(countVisit('/?utm_source=x', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit 1'])
  expect(countVisit('/product/prd_1', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit 1', 'product 1'])
  expect(countVisit('/product/prd_1', { 'sec-fetch-site': 'same-origin' })).toEqual(['product 1'])
  expect(countVisit('/categories', { referer: 'https://shop.example/' })).toEqual([])
  expect(countVisit('/categories', { referer: 'https://friend.example/' })).toEqual(['visit 1'])
  expect(countVisit('/product/prd_1.data', { accept: '*/*', 'sec-fetch-dest': 'empty' })).toEqual([
    'product 1',
  ])
  expect(countVisit('/checkout', { 'sec-fetch-site': 'cross-site' })).toEqual(['checkout 1'])
})

test('bots, prefetches, writes, the back office, and other resources are not counted', () => {
  expect(countVisit('/', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toEqual([])
  expect(countVisit('/', { 'user-agent': '' })).toEqual([])
  expect(countVisit('/', { 'sec-purpose': 'prefetch' })).toEqual([])
  expect(countVisit('/', { 'sec-fetch-dest': 'image' })).toEqual([])
  expect(countVisit('/checkout', {}, 'POST')).toEqual([])
  for (const path of [
    '/admin',
    '/legacy-admin/orders',
    '/api/v1/products',
    '/media/x.webp',
    '/health/ready',
    '/demo/mailbox',
    '/products',
  ])
    expect(countVisit(path)).toEqual([])
})

test('a search is counted once by its terms, and personal data is never recorded', () => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }
  expect(countVisit('/search?q=%20Rose%20%20OIL%0A', sameOrigin)).toEqual(['rose oil'])
  expect(countVisit('/search.data?q=rose', sameOrigin)).toEqual(['rose'])
  expect(countVisit('/search?q=rose&category=Makeup', sameOrigin)).toEqual([])
  expect(countVisit('/search?q=rose&cursor=x', sameOrigin)).toEqual([])
  expect(countVisit('/search?q=%', sameOrigin)).toEqual(['%'])
  for (const q of ['', '  ', 'grace@orchard.example', '+1 (503) 555-0144', 'x'.repeat(61)])
    expect(normalizeSearchTerm(q)).toBeUndefined()
  expect(normalizeSearchTerm('spf 50 2026')).toBe('spf 50 2026')
  const visitCounter = createVisitCounter(PUBLIC_URL)
  for (let n = 0; n < 3000; n++)
    visitCounter.recordPage(
      buildIncomingMessage({ url: '/', headers: { ...pageHeaders, ...sameOrigin } }),
      `/search?q=a${n}b`,
      'US',
      null,
    )
  expect(visitCounter.takeCounts().terms).toHaveLength(1000)
})

test('cached pages count like others, and counts are read by day', async ({ ctx, connection }) => {
  const visitCounter = createVisitCounter(PUBLIC_URL)
  let renderCount = 0
  const pages = async () => {
    renderCount++
    return new Response('<p>A page</p>', { headers: { 'content-type': 'text/html' } })
  }
  const server = await startTestServer({ connection, pages, visitCounter })
  const openPage = (path: string) => server.request(path, { headers: { ...pageHeaders, host: 'localhost' } })
  for (let n = 0; n < 5; n++) await openPage('/product/prd_1')
  await openPage('/search?q=rose')
  expect(renderCount).toBe(2)
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  const flushVisits = () => startVisitFlusher({ visitCounter, db: ctx.db, log: ctx.log }).stop()
  await expect
    .poll(async () => {
      await flushVisits()
      return (await readTraffic(ctx.db, yesterday)).visits
    })
    .toBe(6)
  const visitorHeaders = { 'user-agent': FIREFOX, host: 'x', accept: 'text/html' }
  for (const [term, found] of [
    ['rose', true],
    ['gift card', false],
    ['rose', null],
  ] as const)
    visitCounter.recordPage(
      buildIncomingMessage({ headers: { ...visitorHeaders, referer: 'http://x/' } }),
      `/search?q=${term}`,
      'GB',
      found,
    )
  await flushVisits()
  expect(await readTraffic(ctx.db, yesterday)).toEqual({
    visits: 6,
    products: 5,
    checkouts: 0,
    paid: 0,
    searches: [
      { term: 'rose', times: 3, found: true },
      { term: 'gift card', times: 1, found: false },
    ],
    failedSearches: [{ term: 'gift card', times: 1 }],
  })
  expect((await readTraffic(ctx.db, new Date(Date.now() + 24 * 3_600_000))).visits).toBe(0)
})

test('a visit counts for the campaign of its address or the website that linked to it', async ({
  ctx,
  connection,
}) => {
  const visitCounter = createVisitCounter(PUBLIC_URL)
  const pages = async () => new Response('<p>A page</p>', { headers: { 'content-type': 'text/html' } })
  const server = await startTestServer({ connection, pages, visitCounter })
  const openPage = (path: string, headers: Record<string, string> = {}) =>
    server.request(path, {
      headers: { ...pageHeaders, host: 'localhost', 'sec-fetch-site': 'cross-site', ...headers },
    })
  const campaign = '?utm_source=Newsletter&utm_medium=email&utm_campaign=Spring+Edit'
  const referer = 'https://www.vogue.example/private?token=1'
  await openPage(`/${campaign}&gclid=tracked`, { referer: 'https://mail.example/' })
  await openPage(`/${campaign}`, { 'sec-fetch-site': 'none' })
  await openPage('/product/prd_1', { referer })
  await openPage('/product/prd_1?ref=Studio-Lark', { cookie: '__Host-eb_session=any' })
  await openPage('/?utm_source=%2Bcmd|calc!a0')
  // Without a source:
  await openPage('/', { 'sec-fetch-site': 'none' })
  await openPage(`/${campaign}`, { 'sec-gpc': '1' })
  await openPage('/', { referer, dnt: '1' })
  await openPage('/', { referer: 'https://www.shop.example/cart', 'sec-fetch-site': 'same-site' })
  await openPage('/?utm_source=grace%40orchard.example&ref=<script>')
  // No visits:
  await openPage(`/categories${campaign}`, { referer: `${PUBLIC_URL}/`, 'sec-fetch-site': 'same-origin' })
  await openPage(`/${campaign}`, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await openPage(`/${campaign}`, { 'sec-purpose': 'prefetch' })
  const flushVisits = () => startVisitFlusher({ visitCounter, db: ctx.db, log: ctx.log }).stop()
  const readSources = () => query(ctx.db, z.strictObject({ source: z.string(), times: z.int() }))`
    select concat_ws(' · ', source, nullif(medium, ''), nullif(campaign, '')) as source, times::int from visit_sources order by 1`
  await expect
    .poll(async () => {
      await flushVisits()
      return readSources()
    })
    .toEqual([
      { source: '', times: 5 },
      { source: '+cmd|calc!a0', times: 1 },
      { source: 'newsletter · email · spring edit', times: 2 },
      { source: 'studio-lark', times: 1 },
      { source: 'vogue.example', times: 1 },
    ])
  const openInvented = (batch: number) => {
    for (let n = 0; n < 1500; n++)
      visitCounter.recordPage(
        buildIncomingMessage({ url: `/?utm_source=invented-${batch}-${n}`, headers: pageHeaders }),
        '/',
        'US',
        null,
      )
  }
  openInvented(0)
  await flushVisits()
  openInvented(1)
  await flushVisits()
  const sources = await readSources()
  expect(sources).toHaveLength(MAX_SOURCES_PER_DAY)
  expect(sources).toContainEqual({ source: 'newsletter · email · spring edit', times: 2 })
  expect(sources.reduce((sum, { times }) => sum + times, 0)).toBe(3010)
})

test('a process adds up a limited number of sources between two saves', () => {
  const visitCounter = createVisitCounter(PUBLIC_URL)
  for (let n = 0; n < 1500; n++)
    visitCounter.recordPage(
      buildIncomingMessage({ url: `/?ref=invented-${n}`, headers: pageHeaders }),
      '/',
      'US',
      null,
    )
  const { pages, sources } = visitCounter.takeCounts()
  expect(sources).toHaveLength(1000)
  expect(pages).toEqual([{ region: 'US', what: 'visit', times: 1500 }])
  expect(visitCounter.takeCounts().sources).toEqual([])
})
