import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { execute, sql } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

const OFFER = {
  code: 'TENTH',
  kind: 'percentage' as 'percentage' | 'amount',
  value: 1000,
  minimum: 0,
  active: true,
  startsAt: new Date(0),
  endsAt: null as Date | null,
  totalLimit: null as number | null,
  customerLimit: null as number | null,
}

async function buildOffer({ db }: Context, overrides: Partial<typeof OFFER> = {}) {
  const { code, kind, value, minimum, active, startsAt, endsAt, ...limits } = { ...OFFER, ...overrides }
  await execute(
    db,
    sql`insert into offers (id, code, title, kind, value, minimum, active, starts_at, ends_at, total_limit, customer_limit)
      values (${newId('offer')}, ${code}, '10% off', ${kind}, ${value}, ${minimum}, ${active}, ${startsAt}, ${endsAt},
        ${limits.totalLimit}, ${limits.customerLimit})`,
  )
}

test('a quote is in minor units, and its parts add up to the total', async ({ ctx, connection }) => {
  const guest = createTestStore(connection).visitor()
  const serum = await buildProduct(ctx, { price: 1999 })
  const comb = await buildProduct(ctx, { price: 2800 })
  const items = [
    { product_id: serum.id, quantity: 1 },
    { product_id: comb.id, quantity: 1 },
    { product_id: serum.id, quantity: 1 },
  ]
  const response = await guest.post('/api/v1/quote', { items, region: 'CA' })
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      region: 'CA',
      currency: 'cad',
      rate: 1.35,
      lines: [
        { product_id: serum.id, quantity: 2, unit_amount: 2699, amount: 5398 },
        { product_id: comb.id, quantity: 1, unit_amount: 3780, amount: 3780 },
      ],
      subtotal: 9178,
      discount: 0,
      shipping: 1350,
      tax: 734,
      total: 11_262,
    },
  ])
  expect(await (await guest.post('/api/v1/quote', { items: [] })).json()).toMatchObject({ total: 0 })
})

test('an unavailable product or quantity is refused with its field', async ({ ctx, connection }) => {
  const guest = createTestStore(connection).visitor()
  const few = await buildProduct(ctx, { stock: 2, name: 'Rare Oil' })
  const requestQuote = async (product_id: string, quantity: number) => {
    const response = await guest.post('/api/v1/quote', { items: [{ product_id, quantity }] })
    return [response.status, (await response.json()).error]
  }
  expect(await requestQuote(few.id, 3)).toEqual([
    409,
    {
      code: 'out_of_stock',
      message: 'Only 2 left of Rare Oil.',
      fields: { [few.id]: 'Only 2 left of Rare Oil.' },
    },
  ])
  expect(await requestQuote('prd_none', 1)).toMatchObject([404, { code: 'not_found' }])
  expect(await requestQuote(few.id, 21)).toMatchObject([
    400,
    { fields: { 'items.0.quantity': expect.any(String) } },
  ])
  const many = { items: Array.from({ length: 2 }, () => ({ product_id: few.id, quantity: 11 })) }
  expect((await guest.post('/api/v1/quote', many)).status).toBe(400)
})

test('an offer code applies from its minimum spend and between its dates', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const product = await buildProduct(ctx, { price: 5000, stock: 20 })
  const day = 24 * 3_600_000
  await buildOffer(ctx, { code: 'TENTH', minimum: 10_000 })
  await buildOffer(ctx, {
    code: 'OVER',
    startsAt: new Date(ctx.now.getTime() - 2 * day),
    endsAt: new Date(ctx.now.getTime() - day),
  })
  await buildOffer(ctx, { code: 'SOON', startsAt: new Date(ctx.now.getTime() + day) })
  await buildOffer(ctx, { code: 'OFF', active: false })
  const requestQuote = async (quantity: number, code: string) => {
    const response = await grace.post('/api/v1/quote', {
      items: [{ product_id: product.id, quantity }],
      code,
    })
    return [response.status, await response.json()]
  }
  expect(await requestQuote(2, ' tenth ')).toMatchObject([
    200,
    { discount: 1000, tax: 720, shipping: 0, total: 9720 },
  ])
  for (const [quantity, code] of [
    [1, 'TENTH'],
    [9, 'OVER'],
    [9, 'SOON'],
    [9, 'OFF'],
    [9, 'NEVER'],
  ] as const) {
    expect([code, ...(await requestQuote(quantity, code))]).toMatchObject([
      code,
      400,
      { error: { fields: { code: expect.any(String) } } },
    ])
  }
})
