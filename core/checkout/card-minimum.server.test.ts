import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { execute } from '#db/sql.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { findStock, newIdempotencyKey, placeTestOrder } from '#test/checkout.ts'
import { buildPurchase, test as testInSharedStore } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { cardMinimumProblem } from '../payments/card-minimum.ts'
import { AmountTooSmall } from '../payments/payment.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { startCardCheckout } from './card-checkout.server.ts'

/** An offer that leaves this many cents of an $80 cart, before tax. */
async function buildOfferLeaving({ db }: Context, cents: number): Promise<string> {
  const code = newId('offer').toUpperCase()
  await execute(db)`
    insert into offers (id, code, title, kind, value, starts_at)
    values (${code}, ${code}, 'x', 'amount', ${8000 - cents}, now() - interval '1 day')`
  return code
}

const MINIMUMS = { US: '$0.50', CA: 'C$0.68', GB: '£0.40', IN: '₹42' }

testInSharedStore.for(REGION_CODES)(
  'a total below the card minimum is refused before stock is held, and its key can be used again: %s',
  async (region, { paymentContext: ctx }) => {
    const { id: productId } = await buildProduct(ctx, { stock: 5, price: 8000 })
    const code = await buildOfferLeaving(ctx, 20)
    const key = newIdempotencyKey()
    const purchase = buildPurchase([{ productId, quantity: 1 }], { code, region })
    await expect(startCardCheckout(ctx, purchase, key)).rejects.toMatchObject({
      code: 'conflict',
      message: `The minimum card payment is ${MINIMUMS[region]}. Add another item or remove the code.`,
    })
    expect(await findStock(ctx.db, productId)).toBe(5)
    const withAnother = { ...purchase, lines: [{ productId, quantity: 2 }] }
    expect((await startCardCheckout(ctx, withAnother, key)).order.status).toBe('pending')
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
  for (const { code, currency, rate } of Object.values(DEFAULT_REGIONS)) {
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
            hasForm: false,
            isExpress: false,
            isCapturedLater: false,
            statementSuffix: '',
            methods: ['card'],
            successUrl: 'http://localhost/',
            cancelUrl: 'http://localhost/',
          },
        },
        newIdempotencyKey(),
      )
    const unit = currency === 'inr' ? 100 : 1
    let minimum = unit
    while (cardMinimumProblem({ total: minimum, currency, region: code, rate })) minimum += unit
    expect(await createSession(minimum)).toMatchObject({ amount: minimum, currency })
    await expect(createSession(minimum - unit)).rejects.toBeInstanceOf(AmountTooSmall)
  }
})
