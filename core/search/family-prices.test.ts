import { execute } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { buildFamily } from '#test/families.ts'
import { expect, test } from '#test/store.ts'
import { searchListings, searchProducts } from './search.server.ts'

const member = (shadeName: string, dollars: number) => ({ shadeName, price: dollars * 100 })

test('a price filter finds a family by any member, and shows that member', async ({ ctx }) => {
  const { ids } = await buildFamily(ctx, {
    name: 'Marble Candle',
    members: [member('Ivory', 20), member('Slate', 30), member('Onyx', 60)],
  })
  await buildProduct(ctx, { name: 'Plain Candle', price: 5500 })
  const search = (minPrice?: number, maxPrice?: number, rest: { sort?: 'price'; q?: string } = {}) =>
    searchListings(ctx, { q: 'candle', limit: 24, minPrice, maxPrice, ...rest })
  const names = async (...args: Parameters<typeof search>) =>
    (await search(...args)).products.map(({ name }) => name).toSorted()

  expect(await names(5000)).toEqual(['Marble Candle, Onyx', 'Plain Candle'])
  expect(await names(2500, 4999)).toEqual(['Marble Candle, Slate'])
  expect(await names(3001, 5400)).toEqual([])
  expect(await names(5000, undefined, { sort: 'price' })).toEqual(['Marble Candle, Onyx', 'Plain Candle'])
  expect(await names(5000, undefined, { q: 'ivory candle' })).toContain('Marble Candle, Onyx')
  const { products } = await searchProducts(ctx, { q: 'marble candle', limit: 24, minPrice: 2500 })
  expect(products.slice(0, 2).map(({ id }) => id)).toEqual([ids[1], ids[2]])

  for (const { min, max, count } of (await search()).priceBands) {
    const { total } = await search(min, max ?? undefined)
    expect({ min, count }).toEqual({ min, count: total.count })
  }
  await execute(ctx.db)`update products set status = 'draft' where id = ${ids[2] ?? ''}`
  expect(await names(5000)).toEqual(['Plain Candle'])
})
