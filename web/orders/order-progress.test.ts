import { execute } from '#db/sql.ts'
import { buildOrder } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const stepsOf = ({ root }: { root: Markup }) =>
  findAll(root, ({ attributes }) => attributes['aria-label'] === 'Progress')
    .flatMap((list) => findAll(list, ({ tag }) => tag === 'li'))
    .map((step) => (step.attributes['aria-current'] === 'step' ? `→ ${textOf(step)}` : textOf(step)))

test('an order’s page shows its four steps, with the days of those that it reached', async ({
  ctx,
  customer,
}) => {
  const createdAt = new Date('2026-03-30T12:00:00Z')
  const order = await buildOrder(ctx, { userId: customer.account.id, status: 'processing', createdAt })
  await execute(ctx.db)`
    insert into order_steps (order_id, from_status, to_status, actor, at)
    values (${order.id}, 'pending', 'processing', 'admin', '2026-03-31T20:00:00Z')`
  const page = await customer.open(`/orders/${order.number}`)
  expect(stepsOf(page)).toEqual([
    'Placed Mar 30',
    '→ Being packed Mar 31',
    'On its way , still to come',
    'Arrives , still to come',
  ])
  expect(page.main).toContain('Paid.')
  expect(page.main).not.toMatch(/\bpending\b/)
})

test('a placed order shows when it arrives, and a test order that it doesn’t ship', async ({
  ctx,
  customer,
}) => {
  const owner = { userId: customer.account.id, createdAt: ctx.now }
  const paid = await customer.open(`/orders/${(await buildOrder(ctx, owner)).number}`)
  expect(paid.main).toMatch(/Arrives between \w{3}, \w{3} \d+ and \w{3}, \w{3} \d+\./)
  const { number } = await buildOrder(ctx, { ...owner, paymentMethod: 'demo', paymentStatus: 'pending' })
  const testOrder = await customer.open(`/orders/${number}`)
  expect(testOrder.main).not.toContain('Arrives between')
  expect(testOrder.main).toContain('This is a test order, so you weren’t charged.')
})

test('a cancelled order has no steps', async ({ ctx, customer }) => {
  const { number } = await buildOrder(ctx, {
    ...{ userId: customer.account.id, status: 'cancelled', paymentStatus: 'refunded' },
  })
  const page = await customer.open(`/orders/${number}`)
  expect([stepsOf(page), page.main]).toEqual([
    [],
    expect.stringContaining('Your payment was refunded. Cancelled'),
  ])
})
