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
