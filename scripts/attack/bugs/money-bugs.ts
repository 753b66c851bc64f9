import type { Defect } from '../defects/defect.ts'

export const MONEY_BUGS: Defect[] = [
  {
    name: 'a fixed discount is taken in US cents in every currency',
    edits: [
      {
        file: 'core/pricing/quote.ts',
        find: 'return regionalAmount(value, region)',
        replace: 'return value',
      },
    ],
    test: 'core/pricing/quote.test.ts',
    testName: 'a fixed discount is converted to the currency of the region',
  },
  {
    name: 'shipping and tax are swapped in the books',
    edits: [
      {
        file: 'core/accounting/entries.ts',
        find: "line('shipping', -shipping, rate)",
        replace: "line('shipping', -tax, rate)",
      },
      {
        file: 'core/accounting/entries.ts',
        find: "line('tax_payable', -tax, rate)",
        replace: "line('tax_payable', -shipping, rate)",
      },
    ],
    test: 'core/accounting/entries.test.ts',
    testName: 'books a discounted order to the expected accounts',
  },
  {
    name: 'shares of an amount are rounded down',
    edits: [
      {
        file: 'core/money.ts',
        find: 'const doubled = 2 * amount * part + whole\n',
        replace: 'const doubled = 2 * amount * part\n',
      },
    ],
    test: 'core/pricing/quote.test.ts',
    testName: 'a cart of two products is priced to the cent in each region',
  },
  {
    name: 'a price band leaves out its highest price',
    edits: [
      {
        file: 'core/search/price-bands.ts',
        find: 'lowestBasePrice(region, max + 1) - 1',
        replace: 'lowestBasePrice(region, max) - 1',
      },
    ],
    test: 'core/search/price-bands.test.ts',
    testName: 'include the prices that a shopper sees as the limit',
  },
  {
    name: 'an expired order keeps its use of an offer',
    edits: [
      {
        file: 'core/orders/cancel-order.server.ts',
        find: '  await closePayments(tx, id, paymentState)\n  await releaseOffer(tx, id)\n',
        replace: '  await closePayments(tx, id, paymentState)\n',
      },
    ],
    test: 'core/checkout/late-payment.server.test.ts',
    testName: 'a late payment does not use an offer more often than a customer may',
  },
  {
    name: 'an unpaid order that is cancelled keeps its stock',
    edits: [
      {
        file: 'core/orders/cancel-order.server.ts',
        find: '  await releaseHolds(tx, [order.id], cancellation.at)\n',
        replace: '',
      },
    ],
    test: 'core/orders/cancel-order.server.test.ts',
    testName: 'an unpaid card order is cancelled without a refund',
  },
  {
    name: 'the limit of wrong offer codes isn’t awaited',
    edits: [
      {
        file: 'core/offers/limit-code-guesses.server.ts',
        find: 'await assertBelowLimit(ctx.db, subject, LIMIT)',
        replace: 'assertBelowLimit(ctx.db, subject, LIMIT).catch(() => {})',
      },
    ],
    test: 'core/offers/limit-code-guesses.test.ts',
    testName: 'codes can’t be guessed without limit, in the cart or at checkout',
  },
]
