import { REGION_CODES } from '#core/regions/regions.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { createTestStore } from '#test/test-store.ts'

const REGIONS = {
  US: { currency: 'usd', rate: 1, symbol: '$' },
  CA: { currency: 'cad', rate: 1.35, symbol: 'C$' },
  GB: { currency: 'gbp', rate: 0.8, symbol: '£' },
  IN: { currency: 'inr', rate: 83, symbol: '₹' },
}
/** Some around the limit of free shipping, and some that rates turn into fractions of a cent. */
const PRICES = [5, 1999, 3733, 4800, 7499, 7500, 7501, 15_777, 123_456]

const test = base
  .extend('guest', ({ connection }) => createTestStore(connection, { env: { RATE_LIMITS: 'off' } }).visitor())
  .extend('products', { scope: 'file' }, async ({ connection }) => {
    const ctx = { db: connection.db, now: new Date() }
    return Promise.all(PRICES.map((price) => buildProduct(ctx, { price, stock: 50 })))
  })
  .extend('quote', ({ guest }) => async (product_id: string, quantity: number, region = 'US') => {
    const response = await guest.post('/api/v1/quote', { items: [{ product_id, quantity }], region })
    return response.json()
  })

test('a quote ships for $10, and free above a subtotal of $75', async ({ products, quote }) => {
  const fees = new Set<number>()
  for (const { id } of products)
    for (const quantity of [1, 2, 5]) {
      const { subtotal, shipping } = await quote(id, quantity)
      expect([subtotal, shipping]).toEqual([subtotal, subtotal > 7500 ? 0 : 1000])
      fees.add(shipping)
    }
  expect(fees).toEqual(new Set([0, 1000]))
})

test('a quote adds 8% tax and shipping to the subtotal', async ({ products, quote }) => {
  for (const { id, price } of products) {
    const { subtotal, shipping, tax, total } = await quote(id, 3)
    expect(subtotal).toBe(price * 3)
    expect(tax).toBe(Math.round(subtotal * 0.08))
    expect(total).toBe(subtotal + shipping + tax)
  }
})

test('each region has its currency and rate', async ({ products: [product], quote }) => {
  expect(REGION_CODES).toEqual(Object.keys(REGIONS))
  for (const region of REGION_CODES) {
    const { currency, rate } = REGIONS[region]
    expect(await quote(product?.id ?? '', 1, region)).toMatchObject({ currency, rate })
  }
})

test('a quote in India is in whole rupees', async ({ products, quote }) => {
  for (const { id } of products) {
    const { lines, shipping, tax, total } = await quote(id, 1, 'IN')
    for (const amount of [lines[0].unit_amount, shipping, tax, total]) expect(amount % 100).toBe(0)
  }
})

test('a price is converted to the minor unit, and shown with two decimals, or in India in whole rupees with Indian digit grouping', async ({
  products,
  guest,
}) => {
  for (const region of REGION_CODES) {
    const { currency, rate, symbol } = REGIONS[region]
    const { data } = await (await guest.get(`/api/v1/products?limit=100&region=${region}`)).json()
    expect(data).toHaveLength(products.length)
    for (const { price, display_price } of data) {
      const amount = Math.round(Math.round(price * 100) * rate)
      const decimals = region === 'IN' ? 0 : 2
      const number = (amount / 100).toLocaleString(region === 'IN' ? 'en-IN' : 'en-US', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: region === 'IN',
      })
      expect(display_price).toEqual({ amount, currency, display: symbol + number })
    }
  }
})
