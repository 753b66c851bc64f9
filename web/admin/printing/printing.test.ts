import type { Context } from '#core/context.ts'
import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { DEFAULT_STORE_SETTINGS } from '#core/settings/store-settings.ts'
import { execute, sql } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findLandmark } from '#test/landmarks.ts'
import { textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

test('selected orders are printed together, each once, on the paper that the URL names', async ({
  ctx,
  admin,
}) => {
  const orders = [await buildOrder(ctx), await buildOrder(ctx), await buildOrder(ctx)]
  const [first, second, third] = orders.map(({ number }) => number)
  const list = await admin.open('/admin/orders?show=to-pack')
  const slips = await list.submit('Packing slips', { [`Select ${first}`]: true, [`Select ${second}`]: true })
  expect(slips.main).toContain(`Packing slip · Order #${first}`)
  expect(slips.main).toContain(`Packing slip · Order #${second}`)
  expect(slips.main).not.toContain(`#${third}`)
  expect(slips.main).not.toContain('$')
  const onA6 = await admin.open(`${slips.path}&format=a6`)
  expect(await (await admin.get(onA6.path)).text()).toContain('paper-a6')
  const invoices = await list.submit('Invoices', { [`Select ${third}`]: true })
  expect(invoices.main).toContain(`Order #${third}`)
  expect(invoices.main).toContain('$')
  const labels = await admin.open('/admin/orders/selected/label?all=1&show=to-pack&format=letter')
  for (const number of [first, second, third]) expect(labels.main).toContain(number)
  expect((await list.submit('Packing slips')).main).toContain('No orders selected.')
  expect((await admin.open(`/admin/orders/${first}/receipt`)).status).toBe(404)
})

test('a gift message is on the packing slip and the order’s pages, and not on the invoice', async ({
  ctx,
  admin,
}) => {
  const { id, number } = await buildOrder(ctx)
  const message = 'יום הולדת שמח 🌹'
  await execute(ctx.db)`update orders set gift_message = ${message} where id = ${id}`
  expect((await admin.open(`/admin/orders/${number}/packing-slip`)).main).toContain(
    `A message for you ${message}`,
  )
  expect((await admin.open(`/admin/orders/${number}`)).main).toContain(message)
  expect((await admin.open(`/admin/orders/${number}/invoice`)).main).not.toContain(message)
})

test('a label has the country only if the parcel crosses a border, and the tracking number once it is known', async ({
  ctx,
  admin,
}) => {
  await changeStoreSettings(await asAdmin(ctx), 0, {
    store: { ...DEFAULT_STORE_SETTINGS.store, country: 'United States' },
  })
  const buildFor = (country: string) =>
    buildOrder(ctx, {
      shippingAddress: { firstName: 'Ada', address: '1 Orchard Row', city: 'Salem', country },
    })
  const [domestic, abroad] = [await buildFor('US'), await buildFor('CA')]
  await execute(ctx.db)`
    update orders set carrier = 'UPS', tracking_number = '1Z999', status = 'shipped' where id = ${abroad.id}`
  const labelOf = async ({ number }: { number: string }) =>
    textOf(
      findLandmark(
        (await admin.open(`/admin/orders/${number}/label`)).root,
        'section',
        `Label of order ${number}`,
      ),
    )
  expect(await labelOf(domestic)).not.toMatch(/Salem.*United States|1Z999/)
  expect(await labelOf(abroad)).toMatch(/UPS 1Z999.*Salem.*Canada/)
})

test('one print holds at most 200 orders', async ({ ctx, admin }) => {
  const product = await buildProduct(ctx, { name: '夜间精华 🌙 '.repeat(8).trim(), stock: 10_000 })
  const numbers = await insertOrders(ctx, product.id, 205)
  const page = await admin.open('/admin/orders/selected/packing-slip?all=1&q=bulk@orchard.example')
  expect(page.main).toContain('The first 200 orders. One print holds at most 200.')
  const printed = numbers.filter((number) => page.main.includes(`#${number}`))
  expect(printed).toHaveLength(200)
})

test('the packing list adds up what to pick, and lists each order', async ({ ctx, admin }) => {
  const product = await buildProduct(ctx, { name: 'Rose Water', stock: 100 })
  await execute(ctx.db)`update products set barcode = '4006381333931' where id = ${product.id}`
  const numbers = await insertOrders(ctx, product.id, 3, { first: 900_000, email: 'pick@orchard.example' })
  await execute(ctx.db)`update orders set status = 'processing' where email = 'bulk@orchard.example'`
  const list = await admin.open('/admin/orders/packing-list')
  expect(list.main).toContain('4006381333931')
  expect(list.main).toMatch(/6\s*Rose Water/)
  for (const number of numbers) expect(list.main).toContain(number)
  await execute(ctx.db)`update orders set status = 'processing' where status = 'pending'`
  expect((await admin.open('/admin/orders/packing-list')).main).toContain('Nothing to pack right now.')
})

/** Two of the product each. */
async function insertOrders(
  { db }: Context,
  productId: string,
  count: number,
  { first = 700_000, email = 'bulk@orchard.example' } = {},
): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => `EB${first + index}`)
  const address = sql.json({ firstName: 'שרה', lastName: 'כהן', city: 'London', country: 'United Kingdom' })
  await execute(db)`
    insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
      shipping_address, payment_method, status, payment_status)
    select n, n, ${email}, 'GB', 'gbp', 0.8, 4000, 0, 320, 4320, 5400, ${address}, 'card', 'pending', 'paid'
    from unnest(${numbers}::text[]) n`
  await execute(db)`
    insert into order_items (id, order_id, product_id, name, quantity, price, amount)
    select n, n, ${productId}, 'Rose Water', 2, 2000, 4000 from unnest(${numbers}::text[]) n`
  return numbers
}
