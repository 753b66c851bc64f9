import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTHING_REFUNDED, type RefundedParts, type RefundLine } from '#core/payments/refund.ts'
import { quote } from '#core/pricing/quote.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { anyOffer } from '#test/any-offer.ts'
import { anyRegion } from '#test/any-region.ts'
import { itemsTotal, proposeRefund, remainingRefund, shippingPart } from './refund-amounts.ts'

const anyOrder = fc
  .tuple(
    fc.array(
      fc.record({ quantity: fc.integer({ min: 1, max: 20 }), price: fc.integer({ min: 1, max: 90_000 }) }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    anyRegion,
    fc.option(anyOffer, { nil: undefined }),
  )
  .map(([lines, region, offer]) =>
    buildOrder(
      lines.map((line, at) => ({ ...line, productId: `p${at}` })),
      region,
      offer,
    ),
  )

function buildOrder(...args: Parameters<typeof quote>) {
  const priced = quote(...args)
  const items = priced.lines.map(({ productId, quantity, unitAmount, amount, discount }) => ({
    productId,
    quantity,
    name: productId,
    price: unitAmount,
    amount,
    discount,
    sample: false,
  }))
  return { ...priced, items }
}
type PricedOrder = ReturnType<typeof buildOrder>

function addProposal(order: PricedOrder, refunded: RefundedParts, lines: RefundLine[], shipping: boolean) {
  const proposal = proposeRefund(order, refunded, { lines, shipping })
  const quantities = { ...refunded.quantities }
  for (const { productId, quantity } of lines) quantities[productId] = (quantities[productId] ?? 0) + quantity
  const next = {
    items: refunded.items + proposal.amount - proposal.shipping,
    shipping: refunded.shipping + proposal.shipping,
    quantities,
  }
  return { proposal, next }
}

test('refunding every unit by itself pays back exactly what was paid, tax and discount included', () => {
  fc.assert(
    fc.property(anyOrder, fc.infiniteStream(fc.nat()), (order, random) => {
      const units = order.items.flatMap(({ productId, quantity }) =>
        Array.from({ length: quantity }, () => productId),
      )
      const shuffled = units
        .map((productId) => ({ productId, rank: random.next().value ?? 0 }))
        .toSorted((first, second) => first.rank - second.rank)
      let refunded = NOTHING_REFUNDED
      const totals = { tax: 0, discount: 0 }
      for (const { productId } of shuffled) {
        const { proposal, next } = addProposal(order, refunded, [{ productId, quantity: 1 }], false)
        expect(proposal.amount).toBeGreaterThanOrEqual(0)
        totals.tax += proposal.tax
        totals.discount += proposal.discount
        refunded = next
      }
      expect({ ...totals, items: refunded.items }).toEqual({
        tax: order.tax - order.shippingTax,
        discount: order.discount,
        items: itemsTotal(order),
      })
      const shipping = order.total - itemsTotal(order)
      expect(shipping).toBe(order.shipping + (order.taxIncluded ? 0 : order.shippingTax))
      expect(remainingRefund(order, refunded)).toEqual({ amount: shipping, lines: [], shipping })
      const last = proposeRefund(order, refunded, { lines: [], shipping: true })
      expect(last).toMatchObject({ amount: shipping, tax: order.shippingTax })
    }),
    { numRuns: 200 },
  )
})

test('everything left is proposed after refunds of any amount', () => {
  fc.assert(
    fc.property(anyOrder, fc.double({ min: 0, max: 1, noNaN: true }), (order, share) => {
      const amount = Math.floor(order.total * share)
      const shipping = shippingPart(order, NOTHING_REFUNDED, { amount, selectedShipping: 0 })
      const refunded = { items: amount - shipping, shipping, quantities: {} }
      const { lines, ...rest } = remainingRefund(order, refunded)
      expect(rest).toEqual({
        amount: order.total - amount,
        shipping: order.total - itemsTotal(order) - shipping,
      })
      const proposal = proposeRefund(order, refunded, { lines, shipping: true })
      expect(proposal).toMatchObject(rest)
    }),
  )
})

test('an item’s refund is what was paid for it, and one without an offer is refunded in full', () => {
  const order = buildOrder(
    [
      { productId: 'oil', quantity: 2, price: 4800 },
      { productId: 'balm', quantity: 1, price: 1000 },
    ],
    DEFAULT_REGIONS.US,
    { kind: 'percentage', value: 5000, productIds: ['oil'] },
  )
  const refundOf = (productId: string) =>
    proposeRefund(order, NOTHING_REFUNDED, { lines: [{ productId, quantity: 1 }], shipping: false })
  expect(refundOf('balm')).toMatchObject({ amount: 1080, tax: 80, discount: 0 })
  expect(refundOf('oil')).toMatchObject({ amount: 2592, tax: 192, discount: 2400 })
})

test('an order of an earlier version shares its discount by price', () => {
  const order = pair(1000)
  const items = order.items.map((item) => ({ ...item, discount: null }))
  expect(proposeRefund({ ...order, items }, NOTHING_REFUNDED, oneOil)).toEqual(
    proposeRefund(order, NOTHING_REFUNDED, oneOil),
  )
})

const pair = (offerValue?: number) =>
  buildOrder(
    [{ productId: 'oil', quantity: 2, price: 4800 }],
    DEFAULT_REGIONS.US,
    offerValue ? { kind: 'percentage', value: offerValue } : undefined,
  )
const oneOil = { lines: [{ productId: 'oil', quantity: 1 }], shipping: false }

test('one of two items is refunded with its tax and without its share of the discount', () => {
  expect(proposeRefund(pair(), NOTHING_REFUNDED, oneOil)).toMatchObject({ amount: 5184, tax: 384 })
  expect(proposeRefund(pair(1000), NOTHING_REFUNDED, oneOil)).toMatchObject({ amount: 4666, discount: 480 })
  expect(proposeRefund(pair(2000), NOTHING_REFUNDED, oneOil)).toMatchObject({ amount: 4147, discount: 960 })
})

test('a price reduction is for the items first, then for shipping', () => {
  const order = buildOrder([{ productId: 'oil', quantity: 1, price: 1000 }], DEFAULT_REGIONS.US)
  expect(order).toMatchObject({ shipping: 1000, total: 2080 })
  expect(shippingPart(order, NOTHING_REFUNDED, { amount: 1080, selectedShipping: 0 })).toBe(0)
  expect(shippingPart(order, NOTHING_REFUNDED, { amount: 1500, selectedShipping: 0 })).toBe(420)
  expect(shippingPart(order, NOTHING_REFUNDED, { amount: 1500, selectedShipping: 1000 })).toBe(1000)
})

test('refunds in India are whole rupees', () => {
  const order = buildOrder([{ productId: 'oil', quantity: 3, price: 3333 }], DEFAULT_REGIONS.IN, {
    kind: 'amount',
    value: 777,
  })
  expect(proposeRefund(order, NOTHING_REFUNDED, oneOil).amount % 100).toBe(0)
})
