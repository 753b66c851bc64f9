import { execute } from '#db/sql.ts'
import { buildOrder } from '#test/builders.ts'
import { findAll, textOf } from '#test/markup.ts'
import { regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

const SHIPPED = 'Mark as shipped'

test('an order gets a note, is shipped, gets its tracking corrected, and is delivered', async ({
  ctx,
  admin,
}) => {
  const { number } = await buildOrder(ctx)
  const order = await admin.open(`/admin/orders/${number}`)
  expect(order.heading).toContain(`Order #${number}`)
  expect(order.main).toContain('Times are in UTC.')
  expect(textOf(regionOf(order.root, 'Customer'))).toContain('Grace')
  expect(order.buttons).not.toContain('Mark as delivered')
  const note = 'Internal note (never shown to customers)'
  const refused = await order.submit('Add note', { [note]: ' ' })
  expect(refused.field(note).description).toBe('Enter a note.')
  const noted = await refused.submit('Add note', { [note]: 'Wrap it in silk paper' })
  expect(noted.main).toContain('Wrap it in silk paper')
  const shipped = await noted.submit(SHIPPED, { Carrier: 'DHL', 'Tracking number': 'JD014600' })
  expect([shipped.path, shipped.text]).toEqual([
    `/admin/orders/${number}`,
    expect.stringContaining('Order updated'),
  ])
  expect(shipped.main).toContain('DHL JD014600')
  expect(shipped.main).toContain('New → In progress')
  const corrected = await shipped.submit('Save tracking', {
    'Tracking number': 'JD014601',
    'Send the email again': true,
  })
  expect(corrected.text).toContain('Tracking details updated')
  expect(corrected.main).toContain('DHL JD014600 → DHL JD014601')
  const resent = await corrected.submit('Resend : Shipping confirmation')
  expect(resent.text).toContain('Email resent')
  const slip = await corrected.follow('Packing slip')
  expect(slip.main).toContain(`Packing slip · Order #${number}`)
  expect(slip.main).not.toContain('$')
  expect((await admin.open(`/admin/orders/${number}/invoice`)).main).toContain('$')
  const delivered = await corrected.submit('Mark as delivered')
  expect(delivered.buttons).not.toContain('Mark as delivered')
  expect(delivered.buttons).not.toContain('Cancel order')
  expect(delivered.main).toContain('Delivered')
  expect(delivered.main).not.toContain('Next steps')
})

test('a test order is named as such', async ({ ctx, admin }) => {
  const { number } = await buildOrder(ctx, { paymentMethod: 'demo', paymentStatus: 'pending' })
  expect((await admin.open(`/admin/orders/${number}`)).main).toContain('Test order')
})

test('the timeline groups what the card provider reports', async ({ ctx, admin }) => {
  const { id, number } = await buildOrder(ctx)
  await execute(ctx.db)`
    insert into provider_events (id, kind, order_id, outcome, happened_at)
    select 'evt_' || n, 'refund.updated', ${id}, 'refunded', now() from generate_series(1, 4) n`
  const { root } = await admin.open(`/admin/orders/${number}`)
  const timeline = textOf(regionOf(root, 'Timeline'))
  expect(timeline.split('Refund confirmed by Stripe, 4 notices')).toHaveLength(2)
  expect(timeline).toContain('refund.updated: refunded')
})

test('the timeline folds the emails and the provider’s IDs', async ({ ctx, admin }) => {
  const { id, number, email } = await buildOrder(ctx, { status: 'shipped' })
  await execute(ctx.db)`
    insert into payments (id, order_id, provider, provider_id, amount, currency, state, paid_at)
    values ('pay_folded', ${id}, 'stripe', 'cs_folded', 5184, 'usd', 'paid', now())`
  await execute(ctx.db)`
    insert into emails (id, key, kind, order_id, recipient, subject, state, sent_at)
    select 'eml_' || kind, kind || ${id}, kind, ${id}, ${email}, kind, 'sent', '2027-03-01T10:05:00Z'
    from unnest('{order-confirmed,shipped}'::text[]) kind`
  const { root } = await admin.open(`/admin/orders/${number}`)
  const timeline = regionOf(root, 'Timeline')
  const details = findAll(timeline, ({ tag }) => tag === 'details').map(textOf)
  expect(details).toContainEqual(
    expect.stringMatching(/^2 emails sent.*Order confirmation.*Sent Mar 1, 2027.*Resend/),
  )
  expect(details).toContain('Technical details cs_folded')
  expect(textOf(timeline).split('Order confirmation')).toHaveLength(3)
  expect(textOf(timeline)).not.toMatch(/queued|Paid \(/)
})

test('selected orders are shipped together, which can be undone', async ({ ctx, admin }) => {
  const [first, second, third] = [await buildOrder(ctx), await buildOrder(ctx), await buildOrder(ctx)]
  const list = await admin.open('/admin/orders?show=to-pack')
  const select = Object.fromEntries([first, second].map(({ number }) => [`Select ${number}`, true]))
  const ship = await list.submit(SHIPPED, select)
  expect(ship.heading).toBe('Ship orders')
  expect(ship.main).toContain(`Order ${first.number}`)
  expect(ship.main).not.toContain(`Order ${third.number}`)
  const shipped = await ship.submit(SHIPPED, { Carrier: 'UPS', 'Tracking number': '1Z999' })
  expect(shipped.text).toContain('2 orders marked as shipped')
  const undone = await shipped.submit('Undo')
  expect(undone.text).toContain('2 shipments undone')
  expect((await undone.submit(SHIPPED)).text).toContain('2 orders marked as shipped')
  const rows = (await admin.open('/admin/orders?show=to-pack')).rows('Orders').join()
  expect([first, second, third].map(({ number }) => rows.includes(number))).toEqual([false, false, true])
})

test('several orders are shipped with one carrier and a pasted list of tracking numbers', async ({
  ctx,
  admin,
}) => {
  const [first, second, third] = [await buildOrder(ctx), await buildOrder(ctx), await buildOrder(ctx)]
  const orders = [first, second, third]
  const ship = await admin.open(`/admin/orders/ship?${orders.map(({ id }) => `id=${id}`).join('&')}`)
  const list = 'Tracking numbers, one per line'
  const refused = await ship.submit(SHIPPED, { 'Carrier for all': 'UPS', [list]: 'EB1 1Z1' })
  expect([refused.status, refused.field(list).description]).toEqual([
    400,
    expect.stringContaining('Line 1: order EB1 isn’t in this list.'),
  ])
  const pasted = `${third.number}\t1Z3\n${second.number}, 1Z2`
  const shipped = await refused.submit(SHIPPED, { 'Carrier for all': 'UPS', [list]: pasted })
  expect(shipped.text).toContain('3 orders marked as shipped')
  for (const [{ number }, tracking] of [
    [first, 'UPS'],
    [second, 'UPS 1Z2'],
    [third, 'UPS 1Z3'],
  ] as const)
    expect((await admin.open(`/admin/orders/${number}`)).main).toContain(tracking)
})

test('an order is cancelled in the older layout, and its page stays there', async ({ ctx, admin }) => {
  const { number } = await buildOrder(ctx)
  const order = await admin.open(`/legacy-admin/orders/${number}`)
  const cancelled = await order.submit('Cancel order')
  expect([cancelled.path, cancelled.main]).toEqual([
    `/legacy-admin/orders/${number}`,
    expect.stringContaining('Cancelled'),
  ])
  expect((await admin.open('/admin/orders/EB000000')).status).toBe(404)
})

test('the list is filtered, searched, sorted, and exported with the same filters', async ({ ctx, admin }) => {
  for (const email of ['quill@orchard.example', 'quill@orchard.example', 'other@orchard.example'])
    await buildOrder(ctx, { email })
  const list = await (await admin.open('/admin/orders')).follow('To fulfill')
  expect(list.path).toBe('/admin/orders?show=to-pack')
  const matching = await list.submit('Search', { 'Search by number, customer, or product': 'QUILL@orchard' })
  expect(matching.path).toBe('/admin/orders?show=to-pack&q=QUILL%40orchard')
  expect(matching.rows('Orders')).toHaveLength(2)
  const sorted = await matching.follow('Placed')
  expect(sorted.path).toBe('/admin/orders?show=to-pack&q=QUILL%40orchard&sort=oldest')
  expect(sorted.rows('Orders')).toEqual(matching.rows('Orders').toReversed())
  const csv = await (await admin.get(sorted.links('Export CSV')[0] ?? '')).text()
  expect(csv.trim().split('\n')).toHaveLength(3)
  expect((await admin.open('/admin/orders?q=100%25_nobody')).main).toContain('No orders match.')
})
