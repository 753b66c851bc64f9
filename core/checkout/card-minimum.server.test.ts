import { describe, expect as expectUnit, test as unitTest } from 'vitest'
import { execute, sql } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { newIdempotencyKey, placeTestOrder } from '#test/checkout.ts'
import type { Context } from '../context.ts'
import { cardMinimumProblem } from '../payments/card-minimum.ts'
import { AmountTooSmall } from '../payments/payment.ts'
import { quote } from '../pricing/quote.ts'
import { REGION_CODES, REGIONS } from '../regions/regions.ts'

/** An offer that leaves this many cents of an $80 cart, before tax. */
async function buildOfferLeaving({ db }: Context, cents: number): Promise<string> {
  await execute(
    db,
    sql`insert into offers (id, code, title, kind, value, starts_at)
    values ('off_big', 'BIG', 'x', 'amount', ${8000 - cents}, now() - interval '1 day')`,
  )
  return 'big'
}

const MINIMUMS = { US: '$0.50', CA: 'C$0.68', GB: '£0.40', IN: '₹42' }

test.for(REGION_CODES)(
  'a total below the card minimum is refused before stock is held: %s',
  async (region, { ctx, shop }) => {
    const { id } = await buildProduct(ctx, { stock: 5, price: 8000 })
    const items = [{ product_id: id, quantity: 1 }]
    const code = await buildOfferLeaving(ctx, 20)
    const key = newIdempotencyKey()
    const response = await shop.requestCheckout(items, { code, region }, key)
    expect([response.status, (await response.json()).error]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: `The minimum card payment is ${MINIMUMS[region]}. Add another item or remove the code.`,
      },
    ])
    expect(await shop.findStock(id)).toBe(5)
    // The same key, with another item.
    const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }], { code, region }, key)
    expect(await shop.pay(checkout)).toBe('paid')
    await shop.settlePayments()
    await shop.expectBalancedBooks()
  },
)

test('a test order can have any total', async ({ ctx, shop }) => {
  const { id } = await buildProduct(ctx, { stock: 5, price: 8000 })
  const grace = await signInVisitor(shop.testStore, ctx.db)
  const code = await buildOfferLeaving(ctx, 20)
  const response = await placeTestOrder(grace, [{ product_id: id, quantity: 1 }], { code })
  expect([response.status, (await response.json()).total]).toMatchObject([201, { amount: 22 }])
})

test('an amount only the provider finds too small is refused, and its stock is released', async ({
  ctx,
  paymentContext,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5, price: 8000 })
  const rejectAmount = async () => {
    throw new AmountTooSmall('must convert to at least 50 cents')
  }
  Object.assign(paymentContext.payments ?? {}, { createSession: rejectAmount })
  const response = await shop.requestCheckout([{ product_id: id, quantity: 1 }])
  expect([response.status, (await response.json()).error.message]).toEqual([
    409,
    'This total is too small to pay by card. Add another item or remove the code.',
  ])
  expect(await shop.findStock(id)).toBe(5)
  await shop.expectBalancedBooks()
})

test('the sandbox accepts exactly the amounts the store allows', async ({ paymentContext }) => {
  for (const { code, currency } of Object.values(REGIONS)) {
    const createSession = (total: number) =>
      paymentContext.payments?.createSession(
        {
          ...{
            paymentId: 'pay_x',
            orderId: 'ord_x',
            number: 'EB100000',
            email: 'x@orchard.example',
            currency,
          },
          ...{ total, lines: [{ name: 'x', amount: total, quantity: 1 }] },
          ...{
            expiresAt: new Date(Date.now() + 31 * 60_000),
            successUrl: 'http://localhost/',
            cancelUrl: 'http://localhost/',
          },
        },
        newIdempotencyKey(),
      )
    const unit = currency === 'inr' ? 100 : 1
    let minimum = unit
    while (cardMinimumProblem({ total: minimum, currency, region: code })) minimum += unit
    expect(await createSession(minimum)).toMatchObject({ amount: minimum, currency })
    await expect(createSession(minimum - unit)).rejects.toBeInstanceOf(AmountTooSmall)
  }
})

describe('the card minimum', () => {
  unitTest.for(REGION_CODES)('is half a dollar, and a total of zero needs no card: %s', (region) => {
    const { currency } = REGIONS[region]
    const total = quote([{ productId: 'p', quantity: 1, price: 50 }], region).subtotal
    expectUnit(cardMinimumProblem({ total, currency, region })).toBeUndefined()
    expectUnit(cardMinimumProblem({ total: total - 1, currency, region })).toContain(MINIMUMS[region])
    expectUnit(cardMinimumProblem({ total: 1, currency, region })).toContain(MINIMUMS[region])
    expectUnit(cardMinimumProblem({ total: 0, currency, region })).toBeUndefined()
  })
})
