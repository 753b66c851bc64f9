import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#core/errors.ts'
import { NOTHING_REFUNDED } from '#core/payments/refund.ts'
import { SAMPLE_ORDER } from '../order.fixture.ts'
import { planRefund, RefundRequest } from './refund-request.ts'

const line = (productId: string, quantity: number) => ({ productId, quantity })
const plan = (request: RefundRequest, refunded = NOTHING_REFUNDED) =>
  planRefund(SAMPLE_ORDER, refunded, request)

function refusalOf(request: RefundRequest, refunded = NOTHING_REFUNDED) {
  try {
    return plan(request, refunded)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, message: error.message, fields: error.fields }
  }
}

describe('a refund', () => {
  test('without lines and amount is of everything that is left', () => {
    expect(plan({})).toEqual({
      amount: 5860,
      shipping: 1000,
      lines: [
        { productId: 'oil', quantity: 2 },
        { productId: 'balm', quantity: 1 },
      ],
      restock: [],
    })
    const rest = plan({}, { items: 1944, shipping: 1000, quantities: { oil: 1 } })
    expect(rest).toMatchObject({ amount: 2916, shipping: 0 })
    expect(rest.lines).toEqual([
      { productId: 'oil', quantity: 1 },
      { productId: 'balm', quantity: 1 },
    ])
  })

  test('of a line pays back its price with tax and without its share of the discount', () => {
    expect(plan({ lines: [line('oil', 1)] })).toMatchObject({ amount: 1944, shipping: 0 })
    expect(plan({ lines: [line('oil', 1)], shipping: true })).toMatchObject({ amount: 2944, shipping: 1000 })
  })

  test('of shipping alone names no items', () => {
    expect(plan({ shipping: true })).toMatchObject({ amount: 1000, shipping: 1000, lines: [] })
    expect(refusalOf({ shipping: true }, { items: 0, shipping: 1000, quantities: {} })).toMatchObject({
      fields: { amount: 'There’s nothing left to refund for these items. Enter an amount.' },
    })
  })

  test('of an amount replaces what the lines would pay back', () => {
    expect(plan({ lines: [line('oil', 1)], amount: 500 })).toMatchObject({
      ...{ amount: 500, shipping: 0 },
      lines: [{ productId: 'oil', quantity: 1 }],
    })
  })

  test('counts a product that is in two lines once, with both quantities', () => {
    const { lines, amount } = plan({ lines: [line('oil', 1), line('oil', 1)] })
    expect([lines, amount]).toEqual([[{ productId: 'oil', quantity: 2 }], 3888])
    expect(refusalOf({ lines: [line('oil', 2), line('oil', 1)] })).toMatchObject({ code: 'conflict' })
  })
})

describe('a refund is refused', () => {
  test('above what is left, with the limit', () => {
    const message = 'You can refund up to $58.60.'
    expect(refusalOf({ amount: 5861 })).toEqual({ code: 'conflict', message, fields: { amount: message } })
    expect(plan({ amount: 5860 })).toMatchObject({ amount: 5860 })
  })

  test('of more units than are left, with their numbers', () => {
    const refunded = { items: 1944, shipping: 0, quantities: { oil: 1 } }
    const message = 'You can refund at most 1 of Night Oil; the order has 2, and 1 were refunded.'
    expect(refusalOf({ lines: [line('oil', 2)] }, refunded)).toEqual({
      ...{ code: 'conflict', message },
      fields: { lines: message },
    })
  })

  test('of a product that the order doesn’t contain', () => {
    expect(refusalOf({ lines: [line('prd_other', 1)] })).toMatchObject({
      fields: { lines: 'The order doesn’t contain product prd_other.' },
    })
  })

  test('when nothing is left', () => {
    const all = { items: 4860, shipping: 1000, quantities: { oil: 2, balm: 1 } }
    for (const request of [{}, { amount: 1 }, { lines: [line('oil', 1)] }])
      expect(refusalOf(request, all)).toMatchObject({ message: 'This order has nothing left to refund.' })
  })
})

describe('restocking', () => {
  test('needs a request: by default, nothing returns to stock', () => {
    expect(plan({ lines: [line('oil', 1)] }).restock).toEqual([])
    expect(plan({ lines: [line('oil', 1)], restock: false }).restock).toEqual([])
  })

  test('true means the refunded lines, and without lines all that the order still has', () => {
    expect(plan({ lines: [line('oil', 1)], restock: true }).restock).toEqual([
      { productId: 'oil', quantity: 1 },
    ])
    for (const request of [{ restock: true }, { restock: true, amount: 100 }] as const)
      expect(plan(request).restock).toBe('remaining')
  })

  test('of a product that the order doesn’t contain is refused', () => {
    expect(refusalOf({ amount: 100, restock: [line('prd_other', 1)] })).toMatchObject({
      ...{ code: 'conflict', fields: { restock: 'The order doesn’t contain product prd_other.' } },
    })
  })

  test('may name other lines than the refund', () => {
    expect(plan({ lines: [line('oil', 2)], restock: [line('oil', 1)] }).restock).toEqual([
      { productId: 'oil', quantity: 1 },
    ])
  })
})

test('whatever is requested, a planned refund is within what is left, and so is its part for shipping', () => {
  const request = fc.record(
    {
      amount: fc.integer({ min: 1, max: 7000 }),
      lines: fc.array(
        fc.record({ productId: fc.constantFrom('oil', 'balm'), quantity: fc.integer({ min: 1, max: 2 }) }),
        { maxLength: 3 },
      ),
      shipping: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const refunds = fc.array(request, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(refunds, (requests) => {
      let refunded = NOTHING_REFUNDED
      for (const next of requests) {
        const planned = refusalOf(next, refunded)
        if (!('amount' in planned)) continue
        const quantities = { ...refunded.quantities }
        for (const { productId, quantity } of planned.lines)
          quantities[productId] = (quantities[productId] ?? 0) + quantity
        const { amount, shipping } = planned
        refunded = {
          items: refunded.items + amount - shipping,
          shipping: refunded.shipping + shipping,
          quantities,
        }
        expect(amount).toBeGreaterThan(0)
        expect([refunded.items <= 4860, refunded.shipping <= 1000, shipping >= 0]).toEqual([true, true, true])
      }
    }),
  )
})

test.for([
  [{ amount: 0 }, 'amount', 'The amount must be greater than 0.'],
  [{ amount: 1.5 }, 'amount', 'The amount must be a whole number of minor units.'],
  [{ note: 'x'.repeat(501) }, 'note', 'Use at most 500 characters.'],
  [
    { lines: Array.from({ length: 101 }, () => line('oil', 1)) },
    'lines',
    'Refund at most 100 lines at a time.',
  ],
] as const)(
  'a request with an invalid field is refused with its message: %#',
  ([request, field, message]) => {
    expect(RefundRequest.safeParse(request).error?.issues).toMatchObject([{ path: [field], message }])
  },
)
