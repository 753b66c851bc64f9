import { buildOrder, buildProduct } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const paragraphs = ({ root }: { root: Markup }) => findAll(root, ({ tag }) => tag === 'p').map(textOf)

test('the titles are Your Orders and Track and view your order history', async ({ customer }) => {
  const orders = await customer.open('/orders')
  expect(orders.heading).toBe('Your Orders')
  expect(paragraphs(orders)).toContain('Track and view your order history')
})

test('an account without orders sees the empty state', async ({ customer }) => {
  expect(paragraphs(await customer.open('/orders'))).toContain("You haven't placed any orders yet.")
})

test('each order has one card with its number, date, statuses, total, and number of items', async ({
  ctx,
  customer,
}) => {
  const { id: productId } = await buildProduct(ctx)
  const owner = { userId: customer.account.id, email: customer.account.email }
  await buildOrder(ctx, { ...owner, status: 'delivered', lines: [{ productId, quantity: 1 }] })
  await buildOrder(ctx, { ...owner, paymentStatus: 'refunded', lines: [{ productId, quantity: 3 }] })
  const page = await customer.open('/orders')
  const cards = findAll(page.root, ({ tag }) => tag === 'article').map(textOf)
  const { data } = await (await customer.get('/api/v1/orders')).json()
  expect([data.length, cards.length]).toEqual([2, 2])
  for (const { number, total_amount, status, payment_status, created_at, items } of data) {
    const [card, ...others] = cards.filter((text) => text.includes(`Order #${number} `))
    expect(others).toEqual([])
    const quantity = items.reduce((sum: number, item: { quantity: number }) => sum + item.quantity, 0)
    const date = new Date(created_at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    for (const text of [
      `Placed on ${date}`,
      `Order: ${status}`,
      `Total: $${Number(total_amount).toFixed(2)}`,
      quantity === 1 ? '1 item' : `${quantity} items`,
      `Payment: ${payment_status}`,
    ])
      expect(card).toContain(text)
  }
  expect(cards.join()).toMatch(/1 item(?!s).*3 items|3 items.*1 item(?!s)/)
})
