import fc from 'fast-check'
import { PRODUCT_SORTS } from '#core/catalog/product.ts'
import { buildProduct } from '#test/builders.ts'
import { startTestServer } from '#test/http/http-server.ts'
import { expect, test } from '#test/store.ts'

type SendRequest = Awaited<ReturnType<typeof startTestServer>>['request']
type ProductList = {
  data: { id: string; name: string; price: number; created_at: string }[]
  next_cursor: string | null
}

/** Follows `next_cursor` to the end of the list. */
async function readAllPages(request: SendRequest, sort: string, limit: number) {
  const listed: ProductList['data'] = []
  for (let nextCursor: string | null = ''; nextCursor !== null; ) {
    const cursorParam: string = nextCursor && `&cursor=${nextCursor}`
    const { status, text } = await request(`/api/v1/products?sort=${sort}&limit=${limit}${cursorParam}`)
    expect(status).toBe(200)
    const page: ProductList = JSON.parse(text)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    listed.push(...page.data)
    nextCursor = page.next_cursor
  }
  return listed
}

test('each product appears exactly once in every sort order and page size, even with equal names, prices, and dates', async ({
  ctx,
  connection,
}) => {
  const names = ['Rose', 'rose', 'Röse', 'Rose ', '玫瑰', 'Rose\u0301', '🌹']
  const createdIds: string[] = []
  for (let number = 0; number < 60; number++) {
    const name = names[number % 7] ?? ''
    const createdAt = new Date(Date.UTC(2026, 0, 1 + (number % 3), 0, 0, 0, number % 2))
    createdIds.push((await buildProduct(ctx, { name, price: 100 + (number % 4), createdAt })).id)
  }
  const { request } = await startTestServer({ connection })
  const createdTimes = (items: ProductList['data']) => items.map(({ created_at }) => Date.parse(created_at))
  const prices = (items: ProductList['data']) => items.map(({ price }) => price)
  const ascending = (a: number, b: number) => a - b
  const sorts = fc.constantFrom(...PRODUCT_SORTS)
  const property = fc.asyncProperty(sorts, fc.integer({ min: 1, max: 61 }), async (sort, limit) => {
    const listed = await readAllPages(request, sort, limit)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(createdIds.toSorted())
    if (sort === 'newest')
      expect(createdTimes(listed)).toEqual(createdTimes(listed).toSorted(ascending).toReversed())
    if (sort === 'price') expect(prices(listed)).toEqual(prices(listed).toSorted(ascending))
  })
  await fc.assert(property, { numRuns: 25 })
})

test('a list with very long names can be paged', async ({ ctx, connection }) => {
  const createdIds: string[] = []
  for (const start of ['अ', 'आ', 'इ'])
    createdIds.push((await buildProduct(ctx, { name: start + 'सुगंध '.repeat(60) })).id)
  const { request } = await startTestServer({ connection })
  expect((await readAllPages(request, 'name', 1)).map(({ id }) => id).toSorted()).toEqual(
    createdIds.toSorted(),
  )
})

test('a product added while a list is read neither hides nor repeats others', async ({ ctx, connection }) => {
  const createdIds: string[] = []
  for (let day = 1; day <= 4; day++)
    createdIds.push((await buildProduct(ctx, { createdAt: new Date(Date.UTC(2026, 0, day)) })).id)
  const { request, cache } = await startTestServer({ connection })
  const page = async (cursor = ''): Promise<ProductList> =>
    JSON.parse((await request(`/api/v1/products?limit=2${cursor}`)).text)
  const first = await page()
  await buildProduct(ctx, { createdAt: new Date(Date.UTC(2026, 1, 1)) })
  cache.clear()
  const second = await page(`&cursor=${first.next_cursor}`)
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(createdIds.toReversed())
})
