import { describe } from 'vitest'
import { z } from 'zod'
import { eraseGuest } from '#core/privacy/erase-person.server.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { checkDataFile, runDataImport } from '#test/data-imports.ts'
import { expect, test } from '#test/store.ts'
import { balanceAmounts } from './balance-amounts.ts'

const SHOPIFY =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Cancelled at,Refunded Amount'

const ORDERS = `#1002,Ada@Example.com,paid,2023-05-02 09:00:00 -0400,fulfilled,,yes,USD,45.00,5.00,3.60,53.60,ROSE,5.00,Standard,2023-05-01 21:30:00 -0400,2,Rose Oil - 30 ml,20.00,,OIL-30,Ada Lovelace,"12 Rose St, 4",12 Rose St,4,Boston,'02139,MA,US,,Leave at door,,0.00
#1002,,,,,,,,,,,,,,,,1,Comb,10.00,,,,,,,,,,,,,,
#1001,,refunded,,unfulfilled,,no,JPY,1500,0,0,1500,,0,,2023-04-01 10:00:00 +0900,1,香水,1500,,,,,,,,,,,,,,1500`

const Stored = z.strictObject({
  number: z.string(),
  email: z.string().nullable(),
  placedAt: z.string(),
  amounts: z.array(z.int()),
  status: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), price: z.int() })),
  city: z.string().nullable(),
})

const findStored = async (ctx: Parameters<typeof checkDataFile>[0]) =>
  queryColumn(ctx.db, Stored)`
    select json_build_object('number', number, 'email', email, 'placedAt', placed_at at time zone 'UTC',
      'amounts', json_build_array(subtotal, discount, shipping, tax, total, refunded), 'status', payment_status, 'items', items,
      'city', shipping_address ->> 'city') from imported_orders order by number desc`

test('a Shopify export becomes history, with its lines, in its own currencies', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const checked = await checkDataFile(admin, 'orders', `${SHOPIFY}\n${ORDERS}\n`)
  expect(checked).toMatchObject({ created: 2, invalid: 0 })
  expect(checked.lines.map(({ line, key, name, details }) => [line, key, name, details])).toEqual([
    [
      2,
      '#1002',
      'Ada Lovelace',
      [
        ['date', '2023-05-02'],
        ['total', '$53.60'],
        ['items', '2'],
        ['status', 'paid'],
        ['email', 'ada@example.com'],
      ],
    ],
    [4, '#1001', '', expect.arrayContaining([['total', '¥1,500']])],
  ])
  expect(await findStored(ctx)).toEqual([])
  await runDataImport(admin, checked)
  expect(await findStored(ctx)).toMatchObject([
    {
      number: '#1002',
      email: 'ada@example.com',
      placedAt: '2023-05-02T01:30:00',
      // Shopify's subtotal of 45.00 is after the discount.
      amounts: [5000, 500, 500, 360, 5360, 0],
      status: 'paid',
      items: [
        { name: 'Rose Oil - 30 ml', quantity: 2, price: 2000 },
        { name: 'Comb', quantity: 1, price: 1000 },
      ],
      city: 'Boston',
    },
    { number: '#1001', email: null, amounts: [1500, 0, 0, 0, 1500, 1500], status: 'refunded', city: null },
  ])
  expect(await checkDataFile(admin, 'orders', `${SHOPIFY}\n${ORDERS}\n`)).toMatchObject({ unchanged: 2 })
})

test('WooCommerce orders by a plugin, where each line repeats the order', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Order Currency,Order Total Amount,Order Total Tax Amount,SKU,Item Name,Quantity (- Refund),Item Cost
77,Completed,2024-01-05 12:00,Ada,Lovelace,ada@example.com,GBP,24.00,4.00,S-1,Soap,1,8.00
77,Completed,2024-01-05 12:00,Ada,Lovelace,ada@example.com,GBP,24.00,4.00,S-2,Candle,2,8.00
`
  const checked = await checkDataFile(admin, 'orders', file)
  await runDataImport(admin, checked)
  expect(await findStored(ctx)).toMatchObject([
    { number: '77', amounts: [2400, 0, 0, 400, 2400, 0], items: [{ name: 'Soap' }, { name: 'Candle' }] },
  ])
})

test('each order that can’t be imported says why', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const file = `Order number,Date,Total,Item name,Currency,Status,Email
1,5/1/2024,10,Soap,USD,paid,
2,2024-05-01,ten,Soap,USD,paid,
3,2024-05-01,10,Soap,dollars,paid,
4,2024-05-01,10,Soap,USD,lost,
5,2024-05-01,10,,USD,paid,
6,2024-05-01,10,Soap,USD,paid,nobody
,2024-05-01,10,Soap,USD,paid,
7,2024-05-01,10,Soap,USD,paid,
8,2024-05-01,10,Soap,USD,paid,
7,2024-05-01,10,Soap,USD,paid,
9,2024-05-01,10
10,2024-05-01,,Soap,USD,paid,
`
  const { lines } = await checkDataFile(admin, 'orders', file)
  expect(
    lines.flatMap(({ key, kind, problems }) => (kind === 'invalid' ? [[key, problems[0]?.column]] : [])),
  ).toEqual([
    ['1', 'Date'],
    ['2', 'Total'],
    ['3', 'Currency'],
    ['4', 'Payment status'],
    ['5', 'Items'],
    ['6', 'Email'],
    ['', 'Order number'],
    ['7', ''],
    ['9', ''],
    ['10', 'Total'],
  ])
  await expect(checkDataFile(admin, 'orders', 'name,email\n1,2\n')).rejects.toThrow(
    'Date and Total and Item name are missing',
  )
})

test('an order imported since the check stays, and erased customers’ rows aren’t imported', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const first = await checkDataFile(admin, 'orders', `${SHOPIFY}\n${ORDERS}\n`)
  const second = await checkDataFile(admin, 'orders', `${SHOPIFY}\n${ORDERS}\n`)
  await eraseGuest(ctx.db, { id: null, email: 'ada@example.com' })
  expect(await runDataImport(admin, first)).toMatchObject({ imported: 1 })
  expect(await runDataImport(admin, second)).toMatchObject({ imported: 0, invalid: 1 })
  expect((await findStored(ctx)).map(({ number }) => number)).toEqual(['#1001'])
})

test('a packer can’t import orders', async ({ ctx }) => {
  const packer = await asCustomer(ctx, { staffRole: 'packer' })
  await expect(checkDataFile(packer, 'orders', `${SHOPIFY}\n${ORDERS}\n`)).rejects.toThrow('orders')
})

describe('amounts', () => {
  const amounts = { subtotal: 4500, discount: 500, shipping: 500, tax: 360, total: 0 }
  test.each([
    ['before discounts, tax added', { total: 4860 }, { subtotal: 4500, taxIncluded: false }],
    ['after discounts, tax added', { total: 5360 }, { subtotal: 5000, taxIncluded: false }],
    ['before discounts, tax included', { total: 4500 }, { subtotal: 4500, taxIncluded: true }],
    ['after discounts, tax included', { total: 5000 }, { subtotal: 5000, taxIncluded: true }],
    ['that add up to nothing', { total: 1 }, { subtotal: 4500, taxIncluded: false }],
  ])('%s', (_, total, expected) => {
    expect(balanceAmounts({ ...amounts, ...total })).toEqual(expected)
  })
})
