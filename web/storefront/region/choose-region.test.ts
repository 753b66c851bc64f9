import { buildProduct } from '#test/builders.ts'
import { textsOf } from '#test/landmarks.ts'
import { findAll, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'

const COOKIE = 'userSelectedRegion'

const test = base.extend('product', { scope: 'file', auto: true }, async ({ connection }) => {
  await buildProduct({ db: connection.db, now: new Date() }, { price: 6800 })
})

test('a button sets the region, which is remembered, and returns to the page', async ({ guest }) => {
  const page = await guest.open('/categories?sort=name')
  expect(page.main).toContain('$68.00')
  const changed = await page.submit('Change', { 'Region and currency': 'IN' })
  expect(changed.path).toBe('/categories?sort=name')
  expect(changed.field('Region and currency').value).toBe('IN')
  expect(changed.text).toContain('Shipping to: India')
  expect((await guest.open('/')).main).toContain('₹5,644')
})

test('the regions are the United States, Canada, the United Kingdom, and India, each with its currency', async ({
  guest,
}) => {
  const [select] = findAll(
    (await guest.open('/')).root,
    ({ tag, attributes }) => tag === 'select' && attributes.name === 'region',
  )
  const options = select ? findAll(select, ({ tag }) => tag === 'option') : []
  expect(options.map((option) => [option.attributes.value, textOf(option)])).toEqual([
    ['US', 'United States · USD'],
    ['CA', 'Canada · CAD'],
    ['GB', 'United Kingdom · GBP'],
    ['IN', 'India · INR'],
  ])
})

test('pages are rendered in the currency of the region, which is the United States by default', async ({
  guest,
}) => {
  const home = await guest.open('/')
  expect(home.text).toContain('Shipping to: United States')
  expect(home.main).toContain('$68.00')
  expect(home.main).not.toMatch(/[£₹]|C\$/)
  const british = await guest.get('/', { headers: { cookie: `${COOKIE}=GB` } })
  const html = await british.text()
  expect(html).toContain('£54.40')
  expect(html).not.toMatch(/\$\d/)
  const canadian = await (await guest.get('/', { headers: { cookie: `${COOKIE}=CA` } })).text()
  expect(canadian).toMatch(/Shipping to: .*Canada/)
  expect(canadian).toContain('C$91.80')
  const cookie = `${COOKIE}=${encodeURIComponent('{"countryCode":"IN"}')}`
  expect(await (await guest.get('/', { headers: { cookie } })).text()).toContain('₹5,644')
})

test('every price of the list is in the currency of the chosen region', async ({ guest, connection }) => {
  for (const price of [2900, 12_000, 1850])
    await buildProduct({ db: connection.db, now: new Date() }, { price, category: 'Fragrance' })
  for (const [region, format] of [
    ['IN', /^₹[\d,]+$/],
    ['GB', /^£\d+\.\d\d$/],
    ['CA', /^C\$\d+\.\d\d$/],
    ['US', /^\$\d+\.\d\d$/],
  ] as const) {
    const page = await guest.open('/categories?category=Fragrance')
    const { root } = await page.submit('Change', { 'Region and currency': region })
    const prices = textsOf(root, 'article').flatMap((card) => card.match(/[^\d\s]{1,2}\d[\d.,]*/g) ?? [])
    expect([region, prices]).toEqual([region, Array(3).fill(expect.stringMatching(format))])
  }
})

test('a URL can set the region if none was chosen, without affecting other visitors', async ({ guest }) => {
  const readPrice = async (path: string, cookie: string) =>
    /[$£₹][\d.,]+/.exec(await (await guest.get(path, { headers: { cookie } })).text())?.[0]
  for (const [path, cookie, price] of [
    ['/categories?region=GB', '', /^£/],
    ['/categories?region=GB', 'detectedRegion=IN', /^£/],
    ['/categories?region=GB', `${COOKIE}=IN`, /^₹/],
    ['/categories?region=GB', '', /^£/],
    ['/categories?region=FR', '', /^\$/],
    ['/categories', '', /^\$/],
  ] as const)
    expect([path, cookie, await readPrice(path, cookie)]).toEqual([
      path,
      cookie,
      expect.stringMatching(price),
    ])
})

test('a forged region is ignored', async ({ guest }) => {
  for (const forged of [
    'XX',
    'gb',
    '__proto__',
    '%3Cscript%3E',
    '%7B%22countryCode%22%3A%22toString%22%7D',
    '%E0%A4%A',
  ]) {
    const page = await guest.get('/', { headers: { cookie: `${COOKIE}=${forged}` } })
    expect([forged, page.status, await page.text()]).toEqual([forged, 200, expect.stringContaining('$68.00')])
    const form = { region: forged, back: '/categories' }
    const { status, headers } = await guest.request('POST', '/region', { form })
    expect([forged, status, headers.get('location'), headers.getSetCookie()]).toEqual([
      forged,
      302,
      '/categories',
      [],
    ])
  }
})

test('choosing a region never redirects to another site', async ({ guest }) => {
  for (const back of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    '',
  ]) {
    const { status, headers } = await guest.request('POST', '/region', { form: { region: 'GB', back } })
    expect([back, status, headers.get('location')]).toEqual([back, 302, '/'])
    expect(headers.getSetCookie().join()).toContain(`${COOKIE}=GB`)
  }
})

test('another site cannot change a shopper’s region', async ({ guest }) => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const response = await guest.request('POST', '/region', { form: { region: 'IN' }, headers })
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
})
