import { execute } from '#db/sql.ts'
import { buildImportedOrder } from '#test/imported-orders.ts'
import { expect, test } from '#test/page-test.ts'

const TITLE = 'Orders from our former store'

test('a customer sees their orders from the former store on Your Orders and in the profile', async ({
  ctx,
  customer,
}) => {
  const { email } = customer.account
  const paths = ['/orders', '/profile?tab=orders']
  for (const path of paths) expect((await customer.open(path)).main).not.toContain(TITLE)
  await buildImportedOrder(ctx, { number: '#77', email, currency: 'jpy', total: 1200 })
  await buildImportedOrder(ctx, { number: '#78', email, paymentStatus: 'cancelled' })
  await buildImportedOrder(ctx, { number: '#79', email: 'eve@orchard.example' })
  for (const path of paths) {
    const { main } = await customer.open(path)
    for (const text of [
      ...[TITLE, 'Order #77 ¥1,200', 'Placed on March 5, 2024. Shipped · Paid', '2 × Rose balm'],
      'Placed on March 5, 2024. Cancelled',
    ])
      expect(main, path).toContain(text)
    expect(main, path).not.toContain('#79')
    expect(main, path).not.toContain('Ring twice')
  }
  await execute(ctx.db)`update auth_users set email_verified = false where email = ${email}`
  for (const path of paths) expect((await customer.open(path)).main).not.toContain(TITLE)
  await execute(ctx.db)`update auth_users set email_verified = true where email = ${email}`
})

test('many orders from the former store have pages', async ({ ctx, customer }) => {
  const { email } = customer.account
  await execute(ctx.db)`delete from imported_orders`
  for (let count = 10; count < 23; count++)
    await buildImportedOrder(ctx, { number: `A-${count}`, email, placedAt: new Date(`2024-01-${count}`) })
  for (const path of ['/orders', '/profile?tab=orders']) {
    const first = await customer.open(path)
    expect(first.main).toContain('A-22')
    expect(first.main).not.toContain('A-12')
    const older = await first.follow('Older orders')
    expect(older.main).toContain('A-12')
    expect(older.main).not.toContain('A-13')
    expect((await older.follow('Newest orders')).main).toContain('A-22')
  }
})
