import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyRegion } from '#test/any-region.ts'
import { cardMinimum, cardMinimumProblem } from '../payments/card-minimum.ts'
import { quote } from '../pricing/quote.ts'
import { DEFAULT_REGIONS } from '../regions/terms.ts'
import { dividePayment } from './divide-payment.ts'

const cards = fc
  .array(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 5 })
  .map((balances) =>
    balances.map((balance, index) => ({ id: `gft_${index}`, last4: `000${index}`, balance })),
  )
const quoteOf = (price: number, region = DEFAULT_REGIONS.US) =>
  quote([{ productId: 'prd_1', quantity: 1, price }], region)

test('gift cards and the card together pay exactly the total, and no gift card more than its balance', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90_000 }), anyRegion, cards, (price, region, given) => {
      const priced = quoteOf(price, region)
      const { giftCards, giftCardAmount, due } = dividePayment(priced, given)
      const paid = giftCards.reduce((sum, { amount }) => sum + amount, 0)
      expect([paid, paid + due]).toEqual([giftCardAmount, priced.total])
      for (const { id, amount } of giftCards) {
        expect(amount).toBeGreaterThan(0)
        expect(amount).toBeLessThanOrEqual(given.find((card) => card.id === id)?.balance ?? 0)
      }
      if (priced.total >= cardMinimum(priced))
        expect(cardMinimumProblem({ ...priced, total: due })).toBeUndefined()
    }),
  )
})

test('the first card is used up before the next', () => {
  const { giftCards, due } = dividePayment({ ...quoteOf(5000), total: 5000 }, [
    { id: 'a', last4: 'AAAA', balance: 2000 },
    { id: 'b', last4: 'BBBB', balance: 9000 },
  ])
  expect(giftCards).toEqual([
    { id: 'a', last4: 'AAAA', amount: 2000 },
    { id: 'b', last4: 'BBBB', amount: 3000 },
  ])
  expect(due).toBe(0)
})

test('what would be too little for the card provider stays on the gift card', () => {
  const priced = { ...quoteOf(5000), total: 5000 }
  const pay = (balance: number) => dividePayment(priced, [{ id: 'a', last4: null, balance }])
  expect(pay(4980)).toMatchObject({ giftCardAmount: 4950, due: 50 })
  expect(pay(4950)).toMatchObject({ giftCardAmount: 4950, due: 50 })
  expect(pay(5000)).toMatchObject({ giftCardAmount: 5000, due: 0 })
})
