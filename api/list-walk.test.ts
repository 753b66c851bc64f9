import fc from 'fast-check'
import { PRODUCT_SORTS } from '#core/catalog/product.ts'
import { buildProduct } from '#test/builders.ts'
import { openDoors } from '#test/doors.ts'
import { expect, test } from '#test/store.ts'

type Ask = Awaited<ReturnType<typeof openDoors>>['ask']
type Told = {
  data: { id: string; name: string; price: number; created_at: string }[]
  next_cursor: string | null
}

/** All that a list holds, page by page, as a program would walk it. */
async function walk(ask: Ask, sort: string, limit: number) {
  const met: Told['data'] = []
  for (let after: string | null = ''; after !== null; ) {
    const cursor: string = after && `&cursor=${after}`
    const { status, text } = await ask(`/api/v1/products?sort=${sort}&limit=${limit}${cursor}`)
    expect(status).toBe(200)
    const page: Told = JSON.parse(text)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    met.push(...page.data)
    after = page.next_cursor
  }
  return met
}

test('whatever the order and the page, sixty products that share names, prices and moments are met once each', async ({
  ctx,
  connection,
}) => {
  const names = ['Rose', 'rose', 'Röse', 'Rose ', '玫瑰', 'Rose\u0301', '🌹']
  const built: string[] = []
  for (let number = 0; number < 60; number++) {
    const name = names[number % 7] ?? ''
    const createdAt = new Date(Date.UTC(2026, 0, 1 + (number % 3), 0, 0, 0, number % 2))
    built.push((await buildProduct(ctx, { name, price: 100 + (number % 4), createdAt })).id)
  }
  const { ask } = await openDoors({ connection })
  const moments = (told: Told['data']) => told.map(({ created_at }) => Date.parse(created_at))
  const prices = (told: Told['data']) => told.map(({ price }) => price)
  const ascending = (a: number, b: number) => a - b
  const sorts = fc.constantFrom(...PRODUCT_SORTS)
  const property = fc.asyncProperty(sorts, fc.integer({ min: 1, max: 61 }), async (sort, limit) => {
    const met = await walk(ask, sort, limit)
    expect(met.map(({ id }) => id).toSorted()).toEqual(built.toSorted())
    if (sort === 'newest') expect(moments(met)).toEqual(moments(met).toSorted(ascending).toReversed())
    if (sort === 'price') expect(prices(met)).toEqual(prices(met).toSorted(ascending))
  })
  await fc.assert(property, { numRuns: 25 })
})

test('a list whose names are long can be walked too', async ({ ctx, connection }) => {
  const built: string[] = []
  for (const start of ['अ', 'आ', 'इ'])
    built.push((await buildProduct(ctx, { name: start + 'सुगंध '.repeat(60) })).id)
  const { ask } = await openDoors({ connection })
  expect((await walk(ask, 'name', 1)).map(({ id }) => id).toSorted()).toEqual(built.toSorted())
})

test('what is added while a list is walked neither hides nor repeats what was there', async ({
  ctx,
  connection,
}) => {
  const built: string[] = []
  for (let day = 1; day <= 4; day++)
    built.push((await buildProduct(ctx, { createdAt: new Date(Date.UTC(2026, 0, day)) })).id)
  const { ask, cache } = await openDoors({ connection })
  const page = async (cursor = ''): Promise<Told> =>
    JSON.parse((await ask(`/api/v1/products?limit=2${cursor}`)).text)
  const first = await page()
  await buildProduct(ctx, { createdAt: new Date(Date.UTC(2026, 1, 1)) })
  cache.clear()
  const second = await page(`&cursor=${first.next_cursor}`)
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(built.toReversed())
})
