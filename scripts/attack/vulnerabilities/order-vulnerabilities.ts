// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the edits are source code.
import type { Defect } from '../defects/defect.ts'

export const ORDER_VULNERABILITIES: Defect[] = [
  {
    name: 'a customer opens another customer’s order',
    edits: [
      {
        file: 'core/orders/find-order.server.ts',
        find: 'const isVisible = hasPermission(ctx.actor, permission) ? sql`true` : isOwnedBy(id)\n  const [order]',
        replace: 'const isVisible = sql`true`\n  const [order]',
      },
    ],
    test: 'core/orders/find-order.server.test.ts',
    testName: 'a stranger can’t tell an order of someone else',
  },
  {
    name: 'a customer lists every order',
    edits: [
      {
        file: 'core/orders/orders.server.ts',
        find: 'const isVisible = userId === null ? sql`true` : sql`o.user_id = ${userId}`',
        replace: 'const isVisible = sql`true`',
      },
    ],
    test: 'core/orders/orders.server.test.ts',
    testName: 'a customer sees only their own orders, newest first',
  },
  {
    name: 'a guest opens an order with any token',
    edits: [
      {
        file: 'core/orders/find-order.server.ts',
        find: "if (!order || state === 'forged') throw",
        replace: 'if (!order) throw',
      },
    ],
    test: 'core/orders/find-order.server.test.ts',
    testName: 'a guest’s order is found by its link',
  },
  {
    name: 'a customer changes another customer’s address',
    edits: [
      {
        file: 'core/customers/addresses.server.ts',
        find: 'where ${isOwn(ctx, id)} returning ${ADDRESS_COLUMNS}`\n  return requireAddress(changed)',
        replace: 'where id = ${id} returning ${ADDRESS_COLUMNS}`\n  return requireAddress(changed)',
      },
    ],
    test: 'core/customers/addresses.server.test.ts',
    testName: 'another customer’s address doesn’t exist',
  },
  {
    name: 'an order’s email is a list of recipients',
    edits: [
      {
        file: 'core/orders/shipping-address.ts',
        find: '(email) => !/',
        replace: '(email) => email || !/',
      },
    ],
    test: 'core/orders/shipping-address.test.ts',
    testName: 'an email field holds one address',
  },
  {
    name: 'the client decides the total',
    edits: [
      {
        file: 'core/checkout/purchase.ts',
        find: 'if (isTotalChanged || isCurrencyChanged) throw new PriceChanged({ ...quote, offer })',
        replace: 'if (isTotalChanged) Object.assign(quote, { total: expected?.total })',
      },
    ],
    test: 'core/checkout/purchase.test.ts',
    testName: 'another total, higher or lower',
  },
  {
    name: 'a payment of another amount pays an order',
    edits: [
      {
        file: 'core/checkout/settle-payment.server.ts',
        find: 'if (session.amount !== payment.amount || session.currency !== payment.currency) {',
        replace: "if (session.id === '') {",
      },
    ],
    test: 'core/checkout/settle-payment.server.test.ts',
    testName: 'or a wrong amount changes nothing',
  },
  {
    name: 'anyone reports a payment by webhook',
    edits: [
      {
        file: 'core/payments/stripe.server.ts',
        find: 'stripe.webhooks.constructEvent(body, signature, webhookSecret)',
        replace: 'JSON.parse(String(body))',
      },
    ],
    test: 'core/payments/stripe.server.test.ts',
    testName: 'a webhook is read only if the provider signed',
  },
  {
    name: 'a refund exceeds what was paid',
    edits: [
      {
        file: 'core/orders/refunds/refund-request.ts',
        find: 'if (part.amount > remaining.amount) {',
        replace: 'if (part.amount > Number.MAX_SAFE_INTEGER) {',
      },
    ],
    test: 'core/orders/refunds/refund-request.test.ts',
    testName: 'above what is left, with the limit',
  },
  {
    name: 'one visitor opens any number of payments and holds the stock',
    edits: [
      {
        file: 'core/payments/hold-limits.ts',
        find: 'if (holds.payments < limit.payments && hasStockLeft(holds.products, limit)) return',
        replace: 'if (limit) return',
      },
    ],
    test: 'core/payments/hold-limits.test.ts',
    testName: 'guests of a network can have ten open payments',
  },
]
