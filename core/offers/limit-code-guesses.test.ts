import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPurchase } from '#test/payments/card-orders.ts'
import { expect, test } from '#test/store.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import type { Context } from '../context.ts'
import { quoteCart } from '../pricing/cart-quote.server.ts'
import { createOffer } from './manage-offers.server.ts'

const from = <Base extends Context>(ctx: Base, ipAddress: string) => {
  return { ...ctx, visitor: { ...ctx.visitor, ipAddress } }
}
const quoteWith = (ctx: Context, code: string) => quoteCart(ctx, { lines: [], region: ctx.region, code })
const TOO_OFTEN = { code: 'too_often' }

async function guessUntilRefused(ctx: Context) {
  for (let guess = 0; guess < 100; guess++)
    await expect(quoteWith(ctx, `GUESS${guess}`)).rejects.toMatchObject({ code: 'invalid_input' })
}

test('codes can’t be guessed without limit, in the cart or at checkout', async ({ ctx }) => {
  const draft = { title: 'x', kind: 'percentage' as const, value: 1000, minimum: 0, endsAt: null }
  await createOffer(await asAdmin(ctx), { ...draft, code: 'ROSE10', totalLimit: null, customerLimit: null })
  const guest = from(ctx, '198.51.100.7')
  const customer = from(await asCustomer(ctx), '198.51.100.7')
  await guessUntilRefused(guest)
  // The right code tells nothing either, and a cart without a code is priced as before.
  for (const code of ['GUESS1000', 'ROSE10'])
    await expect(quoteWith(guest, code)).rejects.toMatchObject(TOO_OFTEN)
  expect(await quoteWith(guest, '')).toMatchObject({ total: 0 })
  // Other networks and customers of this one are not affected.
  for (const other of [from(ctx, '198.51.100.8'), customer])
    expect(await quoteWith(other, 'ROSE10')).toMatchObject({ discount: 0 })

  await guessUntilRefused(customer)
  const purchase = buildPurchase([{ productId: (await buildProduct(ctx)).id, quantity: 1 }], {
    code: 'ROSE10',
  })
  await expect(placeTestOrder(customer, purchase, 'with code')).rejects.toMatchObject(TOO_OFTEN)
  expect(await placeTestOrder(customer, { ...purchase, code: '' }, 'without')).toMatchObject({ discount: 0 })
})

test('an expired code may be sent with each change of the cart', async ({ ctx }) => {
  for (let change = 0; change < 110; change++)
    await expect(quoteWith(ctx, 'EXPIRED')).rejects.toMatchObject({ code: 'invalid_input' })
})
