import { fetchInStockProducts, productPrices, readProductPrices } from './catalog.ts'
import { expect, test } from './test.ts'

const regionCookie = (url: string, value: string) => ({ name: 'userSelectedRegion', value, url })

for (const region of ['GB', 'IN', 'CA'] as const) {
  test(`choosing ${region} changes every price, also after a reload`, async ({ page, request }) => {
    const expectedPrices = (await fetchInStockProducts(request, { region }))
      .slice(0, 6)
      .map((product) => product.display_price.display)
    await page.goto('/')
    expect(await readProductPrices(page)).not.toEqual(expectedPrices)
    await page.getByLabel('Region and currency').selectOption(region)
    await expect(productPrices(page)).toContainText(expectedPrices)
    await page.reload()
    await expect(productPrices(page)).toContainText(expectedPrices)
    await expect(page.getByLabel('Region and currency')).toHaveValue(region)
  })
}

test('choosing a region keeps the current page', async ({ page }) => {
  await page.goto('/categories?category=Fragrance&sort=price')
  await page.getByLabel('Region and currency').selectOption('GB')
  await expect(page.getByText('Shipping to: United Kingdom')).toBeVisible()
  await expect(page).toHaveURL(/\/categories\?category=Fragrance&sort=price$/)
})

test('rupee prices are whole numbers with Indian digit grouping', async ({ context, page, store }) => {
  await context.addCookies([regionCookie(store.url, 'IN')])
  await page.goto('/categories?sort=price')
  const prices = await readProductPrices(page)
  expect(prices.filter((price) => !/^₹(\d{1,2},)?(\d\d,)*\d{1,3}$/.test(price))).toEqual([])
  expect(prices.at(-1)).toMatch(/^₹\d{1,2},\d{3}$/)
})

test('the server renders prices in the right currency', async ({ request }) => {
  const readPrice = (cookie?: string) =>
    request.get('/', cookie ? { headers: { cookie } } : {}).then((page) => page.text())
  expect(await readPrice()).toMatch(/\$68\.00/)
  const british = await readPrice('userSelectedRegion=GB')
  expect(british).toMatch(/£54\.40/)
  expect(british).not.toMatch(/\$\d/)
  expect(await readPrice('userSelectedRegion=%7B%22countryCode%22%3A%22IN%22%7D')).toMatch(/₹5,644/)
})

test('a URL can set the region if none was chosen, without affecting other visitors', async ({ request }) => {
  const readPrice = async (path: string, cookie = '') =>
    /(?:[$£₹])[\d.,]+/.exec(await (await request.get(path, { headers: { cookie } })).text())?.[0]
  const cases: [path: string, cookie: string, price: RegExp][] = [
    ['/categories?region=GB', '', /^£/],
    ['/categories?region=GB', 'detectedRegion=IN', /^£/],
    ['/categories?region=GB', 'userSelectedRegion=IN', /^₹/],
    ['/categories?region=GB', '', /^£/],
    ['/categories?region=FR', '', /^\$/],
    ['/categories', '', /^\$/],
  ]
  for (const [path, cookie, price] of cases)
    expect([path, cookie, await readPrice(path, cookie)]).toEqual([
      path,
      cookie,
      expect.stringMatching(price),
    ])
})

for (const forged of [
  'XX',
  'gb',
  '__proto__',
  '%3Cscript%3E',
  '%7B%22countryCode%22%3A%22toString%22%7D',
  '%E0%A4%A',
]) {
  test(`a forged region (${forged}) is ignored`, async ({ request }) => {
    const page = await request.get('/', { headers: { cookie: `userSelectedRegion=${forged}` } })
    expect(page.status()).toBe(200)
    expect(await page.text()).toMatch(/\$68\.00/)
    const response = await request.post('/region', {
      form: { region: forged, back: '/categories' },
      maxRedirects: 0,
    })
    expect(response.status()).toBe(302)
    expect(response.headers().location).toBe('/categories')
    expect(response.headers()['set-cookie']).toBeUndefined()
  })
}

for (const back of [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  'javascript:alert(1)',
  '',
]) {
  test(`choosing a region never redirects to another site (${back || 'empty'})`, async ({ request }) => {
    const response = await request.post('/region', { form: { region: 'GB', back }, maxRedirects: 0 })
    expect(response.status()).toBe(302)
    expect(response.headers().location).toBe('/')
    expect(response.headers()['set-cookie']).toContain('userSelectedRegion=GB')
  })
}

test('another site cannot change a shopper’s region', async ({ request }) => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const response = await request.post('/region', { form: { region: 'IN' }, headers, maxRedirects: 0 })
  expect(response.status()).toBe(403)
  expect(response.headers()['set-cookie']).toBeUndefined()
})
