import {
  adjustGiftCard,
  changeStoreCredit,
  issueGiftCard,
} from '#core/gift-cards/manage-gift-cards.server.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { countStatements } from '#test/count-statements.ts'
import { expect, test } from '#test/store.ts'
import { quoteCart } from '../pricing/cart-quote.server.ts'
import { getDisplayedPayment } from './displayed-payment.server.ts'

test('a page shows what each gift card pays and why one can’t, with one statement for all of them', async ({
  ctx,
  connection,
}) => {
  const admin = await asAdmin(ctx)
  const grace = await asCustomer(ctx)
  const credit = { userId: grace.actor.id, currency: 'usd' as const, note: 'Sorry' }
  await changeStoreCredit(admin, { ...credit, change: 500 })
  const [first, empty, second] = [
    await issueGiftCard(admin, { amount: 1000, currency: 'usd' }),
    await issueGiftCard(admin, { amount: 1000, currency: 'usd' }),
    await issueGiftCard(admin, { amount: 90_000, currency: 'usd' }),
  ]
  await adjustGiftCard(admin, empty.id, { change: -1000, note: 'Spent' })
  const { id: productId } = await buildProduct(ctx, { price: 4800 })
  const quote = await quoteCart(grace, { lines: [{ productId, quantity: 1 }], region: ctx.region })
  const statements = countStatements(connection)
  const before = statements().length
  const codes = [first.code, empty.code, second.code]
  const payment = await getDisplayedPayment(grace, quote, { codes, useCredit: true })
  expect(statements().length - before).toBe(2)
  expect(payment).toEqual({
    giftCards: [
      { code: undefined, last4: null, amount: 500 },
      { code: first.code, last4: first.code.slice(-4), amount: 1000 },
      { code: second.code, last4: second.code.slice(-4), amount: quote.total - 1500 },
    ],
    codes: [first.code, second.code],
    due: 0,
    problem: `Gift card ending in ${empty.code.slice(-4)} has been used up.`,
    credit: 500,
  })
  expect(await getDisplayedPayment(ctx, quote, { codes: [], useCredit: true })).toEqual({
    ...{ giftCards: [], codes: [], due: quote.total, problem: null, credit: 0 },
  })
})
