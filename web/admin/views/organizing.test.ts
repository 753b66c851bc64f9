import { buildActor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

test('orders are tagged together, filtered by the tag, exported with it, and untagged', async ({
  ctx,
  admin,
}) => {
  const [first, second, third] = [await buildOrder(ctx), await buildOrder(ctx), await buildOrder(ctx)]
  const list = await admin.open('/admin/orders')
  const select = Object.fromEntries([first, second].map(({ number }) => [`Select ${number}`, true]))
  expect((await list.submit('Add tag', { Tag: 'Gift' })).main).toContain('Select orders first.')
  expect((await list.submit('Add tag', { ...select, Tag: 'x'.repeat(31) })).main).toContain(
    'Use at most 30 characters.',
  )
  expect((await list.submit('Add tag', { ...select, Tag: '  Gift   wrap ' })).main).toContain(
    '2 orders tagged',
  )
  expect((await list.submit('Add tag', { ...select, Tag: 'gift WRAP' })).main).toContain('0 orders tagged')
  const filtered = await admin.open('/admin/orders?tag=GIFT%20wrap')
  const rows = filtered.rows('Orders').join()
  expect([first, second, third].map(({ number }) => rows.includes(number))).toEqual([true, true, false])
  const csv = await (await admin.get(filtered.links('Export CSV')[0] ?? '')).text()
  expect(csv.match(/Gift wrap/g)).toHaveLength(2)
  const order = await admin.open(`/admin/orders/${first.number}`)
  const removed = await order.submit('Remove tag Gift wrap')
  expect(removed.text).toContain('Tags updated')
  expect(removed.buttons).not.toContain('Remove tag Gift wrap')
})

test('an order has at most ten tags', async ({ ctx, admin }) => {
  const { number } = await buildOrder(ctx)
  let order = await admin.open(`/admin/orders/${number}`)
  for (let count = 1; count <= 10; count++)
    order = await order.submit('Add tag', { 'New tag': `tag ${count}` })
  expect(order.main).toContain('At most 10 tags.')
  const list = await admin.open(`/admin/orders?q=${number}`)
  const refused = await list.submit('Add tag', { [`Select ${number}`]: true, Tag: 'one more' })
  expect(refused.main).toContain('Use at most 10 tags. Remove one first.')
})

test('a customer gets tags and notes, which the list shows and filters by', async ({ ctx, admin }) => {
  const { id, email } = await buildActor(ctx.db)
  const customer = await admin.open(`/admin/users/${id}`)
  const tagged = await customer.submit('Add tag', { 'New tag': 'VIP' })
  expect(tagged.buttons).toContain('Remove tag VIP')
  const label = 'Internal note (in the customer’s data export)'
  const refused = await tagged.submit('Add note', { [label]: ' ' })
  expect(refused.field(label).description).toBe('Enter a note.')
  expect((await refused.submit('Add note', { [label]: 'Prefers calls' })).main).toContain('Prefers calls')
  const list = await admin.open('/admin/users?tag=vip')
  expect(list.rows('Users').join()).toContain(email)
  expect((await admin.open('/admin/users?tag=other')).main).toContain('No users match.')
})

for (const list of ['orders', 'users', 'products'])
  test(`a view of ${list} is saved, opened, renamed, and deleted`, async ({ admin }) => {
    const filtered = await admin.open(`/admin/${list}?sort=oldest&q=rose`)
    const saved = await filtered.submit('Save', { 'Name of the view': 'Roses' })
    expect(saved.path).toBe(`/admin/${list}?sort=oldest&q=rose`)
    expect(saved.text).toContain('View saved')
    const opened = await (await admin.open(`/admin/${list}`)).follow('Roses')
    const again = await admin.open(`/admin/${list}?q=tulip`)
    const refused = await again.submit('Save', { 'Name of the view': 'ROSES' })
    expect(refused.field('Name of the view').description).toContain('A view with this name exists.')
    const renamed = await opened.submit('Rename', { 'Name of the view': 'Wild roses' })
    expect(renamed.links('Wild roses')).toHaveLength(1)
    expect((await opened.submit('Rename', { 'Name of the view': 'Late' })).main).toContain(
      'Someone else has changed this view.',
    )
    const deleted = await renamed.submit('Delete view')
    expect([deleted.path, deleted.links('Wild roses')]).toEqual([`/admin/${list}`, []])
  })
