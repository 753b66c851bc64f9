import { readFileSync } from 'node:fs'
import { ORDER_STATUSES } from '#core/orders/order-status.ts'
import { buildOrder } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const tokens = readFileSync('web/tokens.css', 'utf8')

test('in the list of orders, a delivered order has a dot of another color than any other status', async ({
  ctx,
  customer,
}) => {
  for (const status of ORDER_STATUSES) await buildOrder(ctx, { userId: customer.account.id, status })
  const { root } = await customer.open('/orders')
  const badges = findAll(
    root,
    ({ tag, children }) => tag === 'span' && textOf({ tag, attributes: {}, children }).startsWith('Order: '),
  )
  const colors = new Map(
    ORDER_STATUSES.map((status) => {
      const badge = badges.find((element) => textOf(element) === `Order: ${status}`)
      const dot = badge && findAll(badge, ({ attributes }) => attributes['aria-hidden'] === 'true')[0]
      const [, name] = /\bbg-([\w-]+)/.exec(dot?.attributes.class ?? '') ?? []
      return [status, new RegExp(`--color-${name}: (#\\w+);`).exec(tokens)?.[1]]
    }),
  )
  const { delivered, ...others } = Object.fromEntries(colors)
  expect([delivered, ...Object.values(others)]).toEqual(ORDER_STATUSES.map(() => expect.stringMatching(/^#/)))
  expect(Object.values(others)).not.toContain(delivered)
})

test('a list of orders says in words where each is, and which are test orders', async ({ ctx, customer }) => {
  const owner = { userId: customer.account.id, createdAt: ctx.now }
  const paid = await buildOrder(ctx, owner)
  const shipped = await buildOrder(ctx, { ...owner, status: 'shipped' })
  const test = await buildOrder(ctx, { ...owner, paymentMethod: 'demo', paymentStatus: 'pending' })
  const unpaid = await buildOrder(ctx, { ...owner, paymentStatus: 'pending' })
  const cancelled = await buildOrder(ctx, { ...owner, status: 'cancelled', paymentStatus: 'refunded' })
  const { root } = await customer.open('/orders')
  const cards = findAll(root, ({ tag }) => tag === 'article').map(textOf)
  const cardOf = ({ number }: { number: string }) => cards.find((text) => text.includes(`#${number} `))
  expect(cardOf(paid)).toMatch(/Placed \. Arrives between \w{3}, \w{3} \d+ and/)
  expect(cardOf(shipped)).toContain('On its way . Arrives')
  expect(cardOf(test)).toContain('Test order. You weren’t charged. Placed')
  expect(cardOf(test)).not.toContain('Arrives')
  expect(cardOf(unpaid)).toContain('Waiting for your payment')
  expect(cardOf(cancelled)).toContain('Cancelled')
})
